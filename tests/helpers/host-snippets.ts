import { execFileSync } from "node:child_process";
import { parse as parseToml } from "smol-toml";
import ts from "typescript";
import { parse as parseYaml } from "yaml";
import { listVariables } from "../../src/config/variable-names.ts";
import type { FencedBlock } from "./fenced-blocks.ts";

/** How a host starts the server. */
export interface HostServer {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** The value of every placeholder that a host or a shell would fill in, of which one is an e-mail address. */
const FILLED_IN = "filled@in";

/** The data formats of snippets. */
const PARSERS: Record<string, (text: string) => unknown> = {
  json: JSON.parse,
  toml: parseToml,
  yaml: (text) => parseYaml(text),
};

/** Under which key a host's file keeps its servers. */
const SERVER_KEYS = ["mcpServers", "servers", "context_servers", "mcp_servers"];

/** Commands of hosts that add a server: `<host> mcp add`. */
const HOST_COMMANDS = ["claude", "codex"];

/** Throws if a snippet is not in its language, or in a language that cannot be checked. */
export function checkSyntax({ language, text }: FencedBlock): void {
  if (language === "text") return;
  if (language === "sh") bash(["-n"], text);
  else if (language === "ts") checkTypeScript(text);
  else if (PARSERS[language]) PARSERS[language](text);
  else throw new Error(`a snippet in '${language}' cannot be checked`);
}

function checkTypeScript(text: string): void {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { diagnostics = [] } = ts.transpileModule(text, { compilerOptions, reportDiagnostics: true });
  const [error] = diagnostics;
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, " "));
}

/** Runs bash without start-up files, and returns what it prints. */
function bash(args: string[], input: string, env: Record<string, string> = {}): string {
  const options = {
    input,
    encoding: "utf8",
    stdio: "pipe",
    env: { PATH: process.env.PATH, ...env },
  } as const;
  return execFileSync("bash", ["--norc", ...args], options);
}

/** The servers that a snippet tells a host to start. */
export function serversOf({ language, text }: FencedBlock): HostServer[] {
  if (language === "sh") return serversAdded(text);
  const parse = PARSERS[language];
  return parse ? serversIn(parse(text)) : [];
}

interface HostFile {
  [key: string]: unknown;
  inputs?: { id: string }[];
}

type ServerEntry = Partial<HostServer> & { env_vars?: string[] };

function serversIn(document: unknown): HostServer[] {
  const file = document as HostFile;
  const fill = (text: string) => text.replace(/\$\{.*\}/, (placeholder) => filled(placeholder, file));
  return SERVER_KEYS.flatMap((key) => Object.values((file[key] ?? {}) as Record<string, ServerEntry>)).map(
    ({ command = "", args = [], env = {}, env_vars = [] }) => ({
      command,
      args,
      env: {
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
        ...Object.fromEntries(env_vars.map((name) => [name, FILLED_IN])),
      },
    }),
  );
}

/** What a host makes of a placeholder; one that names no input of the file and no setting stays as it is. */
function filled(placeholder: string, { inputs = [] }: HostFile): string {
  const known = [
    ...inputs.map(({ id }) => `\${input:${id}}`),
    ...listVariables().flatMap(({ name }) => [`\${${name}}`, `\${env:${name}}`, `\${{ secrets.${name} }}`]),
  ];
  return known.includes(placeholder) ? FILLED_IN : placeholder;
}

/** Runs a snippet with the hosts' commands replaced by functions that print their arguments, and with an empty PATH. */
function serversAdded(script: string): HostServer[] {
  if (!HOST_COMMANDS.some((command) => script.startsWith(`${command} `))) return [];
  const functions = HOST_COMMANDS.map((command) => `${command}() { printf '%s\\0' "$@" $'\\n'; }`);
  const variables = Object.fromEntries(listVariables().map(({ name }) => [name, FILLED_IN]));
  const output = bash([], ["PATH=", ...functions, script].join("\n"), variables);
  return output
    .split("\0\n\0")
    .filter((call) => call !== "")
    .map((call) => serverAdded(call.split("\0")));
}

function serverAdded(words: string[]): HostServer {
  const end = words.indexOf("--");
  const [command = "", ...args] = words.slice(end + 1);
  const pairs = words.slice(0, end).flatMap((word, index) => (words[index - 1] === "--env" ? [word] : []));
  return {
    command,
    args,
    env: Object.fromEntries(pairs.map((pair) => [pair.replace(/=.*/, ""), pair.replace(/^[^=]*=/, "")])),
  };
}

/** The command from a clone, on Windows too. */
const CLONE = /^(C:)?\/path\/to\/tempofiller\/dist\/tempofiller\.cjs$/;

/** The arguments that reach the command; none if the snippet does not start it from a clone. */
export function commandArguments({ command, args }: HostServer): string[] | undefined {
  const [path = "", ...rest] = args;
  return command === "node" && CLONE.test(path) ? rest : undefined;
}
