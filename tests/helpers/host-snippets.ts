import { execFileSync } from "node:child_process";
import { parse as parseToml } from "smol-toml";
import ts from "typescript";
import { parse as parseYaml } from "yaml";
import { listVariables } from "../../src/config/variable-names.ts";
import type { FencedBlock } from "./fenced-blocks.ts";

/** The command with which a host starts the server. */
export interface HostServer {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** The URL at which a host finds the server of a team, and what it sends with each request. */
export interface RemoteServer {
  url: string;
  headers: Record<string, string>;
}

/** The value of every placeholder that a host or a shell would fill in, of which one is an e-mail address. */
const FILLED_IN = "filled@in";

/** The data formats of snippets. */
const PARSERS: Record<string, (text: string) => unknown> = {
  json: JSON.parse,
  toml: parseToml,
  yaml: (text) => parseYaml(text),
};

/** Variables that a user may export: settings, and the access key of their team. */
const EXPORTED = [...listVariables().map(({ name }) => name), "TEMPOFILLER_ACCESS_KEY"];

/** The keys under which hosts' files keep their servers. */
const SERVER_KEYS = ["mcpServers", "servers", "context_servers", "mcp_servers", "mcp"];

/** Commands of hosts that add a server: `<host> mcp add`. */
const HOST_COMMANDS = ["claude", "codex"];

/** Throws if a snippet is not in its language, or in a language that cannot be checked. */
export function checkSyntax({ language, text }: FencedBlock): void {
  // PostgreSQL runs SQL in tests/teams/database-roles.test.ts.
  if (language === "text" || language === "sql") return;
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
  if (language === "sh")
    return callsAdding(text)
      .filter((call) => call.includes("--"))
      .map(serverAdded);
  return entriesOf({ language, text })
    .filter(({ entry }) => urlOf(entry) === undefined)
    .map(serverIn);
}

/** The servers that a snippet tells a host to reach over HTTP. */
export function remoteServersOf({ language, text }: FencedBlock): RemoteServer[] {
  if (language === "sh")
    return callsAdding(text)
      .filter((call) => !call.includes("--"))
      .map(remoteServerAdded);
  return entriesOf({ language, text }).flatMap(({ entry, file }) => {
    const url = urlOf(entry);
    return url === undefined ? [] : [{ url, headers: headersOf(entry, file) }];
  });
}

interface HostFile {
  [key: string]: unknown;
  inputs?: { id: string }[];
}

type ServerEntry = Partial<Omit<HostServer, "command">> & {
  command?: string | string[];
  environment?: Record<string, string>;
  env_vars?: string[];
  url?: string;
  httpUrl?: string;
  serverUrl?: string;
  headers?: Record<string, string>;
  http_headers?: Record<string, string>;
  env_http_headers?: Record<string, string>;
  bearer_token_env_var?: string;
};

interface FoundEntry {
  entry: ServerEntry;
  file: HostFile;
}

function entriesOf({ language, text }: Pick<FencedBlock, "language" | "text">): FoundEntry[] {
  const parse = PARSERS[language];
  if (!parse) return [];
  const file = parse(text) as HostFile;
  return SERVER_KEYS.flatMap((key) => Object.values((file[key] ?? {}) as Record<string, ServerEntry>)).map(
    (entry) => ({ entry, file }),
  );
}

function serverIn({
  entry: { command = "", args = [], environment, env = environment ?? {}, env_vars = [] },
  file,
}: FoundEntry): HostServer {
  const [program = "", ...rest] = [command, args].flat();
  return {
    command: program,
    args: rest,
    env: { ...filledIn(env, file), ...fromEnvironment(env_vars.map((name) => [name, name])) },
  };
}

function urlOf({ url, httpUrl, serverUrl }: ServerEntry): string | undefined {
  return url ?? httpUrl ?? serverUrl;
}

function headersOf(entry: ServerEntry, file: HostFile): Record<string, string> {
  const { headers = {}, http_headers = {}, env_http_headers = {}, bearer_token_env_var: bearer } = entry;
  return {
    ...filledIn({ ...headers, ...http_headers }, file),
    ...fromEnvironment(Object.entries(env_http_headers)),
    ...(bearer !== undefined && { Authorization: `Bearer ${fromEnvironment([["key", bearer]]).key}` }),
  };
}

function filledIn(values: Record<string, string>, file: HostFile): Record<string, string> {
  const fill = (text: string) => text.replace(/\$?\{.*\}/, (placeholder) => filled(placeholder, file));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
}

/** Values from variables that a user exports; all others are empty. */
function fromEnvironment(names: [name: string, variable: string][]): Record<string, string> {
  return Object.fromEntries(
    names.map(([name, variable]) => [name, EXPORTED.includes(variable) ? FILLED_IN : ""]),
  );
}

/** The value that a host fills in; a placeholder that names no input of the file and no setting stays as it is. */
function filled(placeholder: string, { inputs = [] }: HostFile): string {
  const known = [
    ...inputs.map(({ id }) => `\${input:${id}}`),
    ...EXPORTED.flatMap((name) => [
      `\${${name}}`,
      `\${env:${name}}`,
      `{env:${name}}`,
      `\${{ secrets.${name} }}`,
    ]),
  ];
  return known.includes(placeholder) ? FILLED_IN : placeholder;
}

/** The arguments of the hosts' commands in a script, which are replaced by functions that print them. The PATH is empty. */
function callsAdding(script: string): string[][] {
  if (!HOST_COMMANDS.some((command) => script.startsWith(`${command} `))) return [];
  const functions = HOST_COMMANDS.map((command) => `${command}() { printf '%s\\0' "$@" $'\\n'; }`);
  const variables = Object.fromEntries(EXPORTED.map((name) => [name, FILLED_IN]));
  const output = bash([], ["PATH=", ...functions, script].join("\n"), variables);
  return output
    .split("\0\n\0")
    .filter((call) => call !== "")
    .map((call) => call.split("\0"));
}

function remoteServerAdded(words: string[]): RemoteServer {
  const lines = words.flatMap((word, index) => (words[index - 1] === "--header" ? [word] : []));
  return {
    url: words.find((word) => URL.canParse(word) && /^https?:/.test(word)) ?? "",
    headers: Object.fromEntries(lines.map((line) => [line.replace(/:.*/, ""), line.replace(/^[^:]*: /, "")])),
  };
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
