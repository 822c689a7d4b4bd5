import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { teamSnippet } from "../../src/cli/hosts/entry.ts";
import { HOSTS } from "../../src/cli/hosts/hosts.ts";
import { readSettings } from "../../src/config/settings.ts";
import { listVariables } from "../../src/config/variable-names.ts";
import * as contractModule from "../../src/contract/index.ts";
import { replyProblems } from "../../src/contract/replies.ts";
import { CREDENTIAL_HEADERS, readCredentials } from "../../src/team/config/user-settings.ts";
import { tools } from "../../src/tools/index.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { type FencedBlock, fencedBlocks } from "../helpers/fenced-blocks.ts";
import { checkSyntax, commandArguments, remoteServersOf, serversOf } from "../helpers/host-snippets.ts";
import { ROOT } from "../helpers/root.ts";

const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "contracts/README.md",
  "contracts/tables.md",
  "evals/README.md",
  "evals/measured.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** The programs of the contract's README are built and run by `npm run test:real`. */
const withSnippets = documents.filter((path) => path !== "contracts/README.md");

/** Snippets for a shell are checked where there is one; what Windows calls bash runs nothing by itself. */
const blocks = withSnippets
  .flatMap((path) =>
    fencedBlocks(read(path)).map((block) => ({ ...block, path, at: `${path}:${block.line}` })),
  )
  .filter(({ language }) => language !== "sh" || process.platform !== "win32");

const snippets = blocks
  .filter(isValid)
  .flatMap((block) => serversOf(block).map((server) => ({ ...block, server })));

const remoteSnippets = blocks
  .filter(isValid)
  .flatMap((block) => remoteServersOf(block).map((server) => ({ ...block, server })));

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function isValid(block: FencedBlock): boolean {
  try {
    checkSyntax(block);
    return true;
  } catch {
    return false;
  }
}

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(path: string): string[] {
  const prose = read(path).replaceAll(/^( *)```.*?^\1```$/gms, "");
  return [...prose.matchAll(/^#+ .+$/gm)].map(([line]) => anchorOf(line));
}

/** The anchor of a line that is a heading. */
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, "")
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

/** Placeholders that a reader replaces; the settings refuse them. */
const EXAMPLES = /^you(?=@)|(?<=^|\/\/)your-[\w-]+/;

describe("the snippets of the documents", () => {
  test.each(blocks)("$at is valid $language", (block) => {
    expect(() => checkSyntax(block)).not.toThrow();
  });

  test.each(snippets)("$at sets a whole deployment, in variables that exist", ({ server }) => {
    const names = listVariables().map(({ name }) => name);
    const isSandbox = server.args.some((arg) => arg.startsWith("--sandbox"));
    expect(Object.keys(server.env).filter((name) => !names.includes(name))).toEqual([]);
    const filledIn = Object.entries(server.env).map(([name, value]) => [
      name,
      value.replace(EXAMPLES, "ada"),
    ]);
    expect(readSettings(Object.fromEntries(filledIn)).deployment).toEqual(
      isSandbox ? readSettings({}).deployment : expect.objectContaining({ kind: expect.any(String) }),
    );
  });

  const forOthers = remoteSnippets.filter(({ server }) => !server.url.startsWith("http://127.0.0.1:"));

  test.each(forOthers)(
    "$at sends one user's credentials to a team's server, and its access key",
    ({ server }) => {
      const kind = "Tempofiller-Jira-Pat" in server.headers ? "datacenter" : "cloud";
      const { Authorization, ...own } = server.headers;
      const headers = Object.fromEntries(
        Object.entries(own).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const { tokens } = readCredentials(headers, kind);
      expect({
        url: server.url,
        Authorization,
        sent: Object.keys(own).sort(),
        values: [...tokens.values()],
      }).toEqual({
        url: "https://tempofiller.example.com/mcp",
        Authorization: expect.stringMatching(/^Bearer [\w@-]+$/),
        sent: [...tokens.keys()]
          .map((name) => CREDENTIAL_HEADERS[name as keyof typeof CREDENTIAL_HEADERS])
          .sort(),
        values: [...tokens.keys()].map(() => ({
          variable: expect.any(String),
          text: expect.stringMatching(/^[\w@.-]+$/),
        })),
      });
    },
  );

  test("show a team's server for every host that setup --team writes, as --print has it", () => {
    const text = read("docs/teams.md");
    const url = "https://tempofiller.example.com/mcp";
    const server = { url, name: "tempofiller", kind: "cloud" } as const;
    const known = HOSTS.filter((host) => teamSnippet(host, server) !== undefined);
    const place = { platform: "linux", env: {}, home: "/home/ada" } as const;
    const wrong = known.filter((host) => {
      const row = text.split("\n").find((line) => line.startsWith(`| ${host.title} | `)) ?? "";
      const snippet = teamSnippet(host, server) ?? "";
      const differences = [
        ...snippet.matchAll(/"(httpUrl|serverUrl|servers|context_servers|streamableHttp|mcp|remote)"/g),
      ].map(([, word = ""]) => word);
      return !row.includes(basename(host.file(place))) || !differences.every((word) => row.includes(word));
    });
    expect(wrong.map(({ title }) => title)).toEqual([]);
    expect(known.length).toBe(10);
    const claudeCode = HOSTS.find(({ name }) => name === "claude-code");
    expect(text).toContain(claudeCode && `\`\`\`json\n${teamSnippet(claudeCode, server)}\n\`\`\``);
  });

  test("start the command of a clone, with arguments that it accepts", async () => {
    const lines = snippets.map(({ server }) => commandArguments(server)?.join(" "));
    expect(lines).not.toContain(undefined);
    for (const line of new Set(lines)) {
      const { code, stdout, stderr } = await runCommand(line ? line.split(" ") : []);
      expect({ line, code, stdout, stderr }).toEqual({
        line,
        code: 0,
        stdout: "",
        stderr: expect.any(String),
      });
    }
  });

  test("do not use npx: the package is not on npm, and one place says what changes once it is", () => {
    expect(blocks.filter(({ text }) => /\bnpx\b/.test(text)).map(({ at }) => at)).toEqual([]);
    expect(withSnippets.filter((path) => read(path).includes("-y tempofiller"))).toEqual(["docs/hosts.md"]);
  });

  test("name tools that exist", () => {
    const named = blocks.flatMap(({ text }) => [...text.matchAll(/mcp(__|:)tempofiller\1(\w+)/g)]);
    const known = tools.map(({ name }) => name);
    expect(named).not.toEqual([]);
    expect(named.map(([, , tool = ""]) => tool).filter((tool) => !known.includes(tool))).toEqual([]);
  });

  test("have a row for every host, with the file and the key that setup writes", () => {
    const lines = read("docs/hosts.md").split("\n");
    const place = { platform: "linux", env: {}, home: "/home/ada" } as const;
    const missing = HOSTS.filter(({ title, serversKey, file }) => {
      const row = lines.find((line) => line.startsWith(`| ${title} | `) || line.startsWith(`| [${title}](`));
      const isNamed = serversKey === "mcpServers" || row?.includes(`\`${serversKey.split(".")[0]}\``);
      return !row?.includes(basename(file(place))) || !isNamed;
    });
    expect(missing.map(({ title }) => title)).toEqual([]);
  });
});

describe("the links", () => {
  test.each(documents)("of %s lead to a file, and to a heading of it", (path) => {
    const links = [...read(path).matchAll(/\]\(([^):#]*)(?:#([^)]*))?\)/g)];
    const broken = links.filter(([, file = "", anchor]) => {
      const target = file ? join(dirname(path), file) : path;
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("and the paths in code font of %s exist", (path) => {
    const paths = [...read(path).matchAll(/`((?:src|scripts|tests|contracts|docs|\.ci)\/[\w./-]*)`/g)];
    expect(paths.map(([, found = ""]) => found).filter((found) => !existsSync(join(ROOT, found)))).toEqual(
      [],
    );
  });
});

/** The text below a heading, up to the next one of its level or a higher one. */
function sectionAt(path: string, anchor: string): string {
  const lines = read(path).split("\n");
  const levelOf = (line = "") => /^#+(?= )/.exec(line)?.[0].length ?? Number.POSITIVE_INFINITY;
  const start = lines.findIndex((line) => line.startsWith("#") && anchorOf(line) === anchor);
  const length = lines.slice(start + 1).findIndex((line) => levelOf(line) <= levelOf(lines[start]));
  return start < 0 ? "" : lines.slice(start, length < 0 ? undefined : start + 1 + length).join("\n");
}

describe("README.md", () => {
  const readme = read("README.md");
  const shell = blocks.filter(({ path, language }) => path === "README.md" && language === "sh");

  test("has no long line outside tables and the picture, and says near the top that it was not tried live", () => {
    const lines = readme.split("\n");
    const long = lines.filter((line) => line.length > 200 && !/^\||^ *<(img|source) /.test(line));
    expect(long).toEqual([]);
    expect(lines.slice(0, 20).join("\n")).toContain("Not yet tried against a live Tempo");
  });

  test("begins with what is to be installed, tried and set up, in this order", () => {
    expect([...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading).slice(0, 2)).toEqual([
      "Try it now",
      "Use it with your Jira",
    ]);
    expect(shell.map(({ text }) => text.split("\n").map((line) => line.replace(/ +#.*/, "")))).toEqual([
      [
        "git clone https://github.com/tempofiller/tempofiller.git",
        "cd tempofiller",
        "npm ci && npm run demo",
      ],
      ["node dist/tempofiller.cjs setup --sandbox --host claude-code"],
      ["node dist/tempofiller.cjs setup", "node dist/tempofiller.cjs doctor"],
    ]);
    expect(readme).toContain("`npm ci && npm test`");
  });

  test.each(["host", "sandbox", "set"])("explains the word %s where it is used first", (word) => {
    const prose = readme
      .replaceAll(/```.*?```|<picture>.*?<\/picture>/gs, "")
      .replaceAll(/`[^`]*`|\]\([^)]*\)/g, "");
    const first = prose.search(new RegExp(`\\b${word}s?\\b`));
    expect(prose.slice(first - 1, first + word.length + 2)).toMatch(/^\*\w+\*/);
  });

  test("shows commands that do in a shell what is said beside them", async () => {
    const rows = [...readme.matchAll(/^\| "(.+)" \| `tempofiller (.+)` \|$/gm)];
    expect(rows.length).toBe(4);
    for (const [, , line = ""] of rows) {
      const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
      const [command = ""] = args;
      // A sandbox has no batch of an earlier command.
      const tried = command === "undo" ? ["help", command] : [...args, "--sandbox"];
      const { code } = await runCommand(command === "fill" ? [...tried, "--yes"] : tried);
      expect({ line, code }).toEqual({ line, code: 0 });
    }
  });
});

describe("the questions that users ask", () => {
  /** The words of a question in the README or in a row of docs/troubleshooting.md, the heading that answers it, and words of the answer. */
  const questions = [
    ["No hours are shown", "docs/troubleshooting.md#hours", "no hours are shown"],
    ["My token is refused", "docs/troubleshooting.md#tokens-and-addresses", '"refused the token"'],
    ["My period is closed", "docs/troubleshooting.md#hours", "a period is closed"],
    [
      "From Toggl or a spreadsheet",
      "docs/recipes.md#from-toggl-clockify-harvest-or-a-spreadsheet",
      "tempofiller import toggl.csv",
    ],
    ["Two sites", "docs/recipes.md#two-sites", "setup --name client-b"],
    ["Behind a proxy", "docs/deployments.md#company-networks", "`HTTPS_PROXY`"],
    ["certificates", "docs/deployments.md#company-networks", "`NODE_EXTRA_CA_CERTS`"],
    ["What does it cost in tokens?", "docs/reply-sizes.md#what-a-reply-costs", "Once a session"],
    ["Update", "docs/hosts.md#update", "git pull && npm ci && npm run build"],
    ["Windows", "docs/troubleshooting.md#windows", "PowerShell"],
    ["Undo what was logged", "docs/cli.md#tempofiller-undo", "deletes what it stored"],
    ["Remove it", "docs/hosts.md#remove-it", "`tempofiller setup --remove`"],
  ] as const;

  test.each(questions)("%s: the README leads to %s, which answers it", (question, target, answer) => {
    const [path = "", anchor = ""] = target.split("#");
    const links = [...read("README.md").matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
    const targets = links.filter(([, words = ""]) => words.includes(question)).map(([, , link]) => link);
    expect(targets).toEqual([target]);
    expect(sectionAt(path, anchor)).toContain(answer);
  });
});

describe("docs/cli.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-docs-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const [calls] = blocks.filter(
    ({ path, language, headings }) =>
      path === "docs/cli.md" && language === "sh" && headings[2] === "tempofiller call",
  );
  const lines = calls?.text.split("\n") ?? [];

  test.skipIf(process.platform === "win32")("shows calls that work, one after the other", () => {
    const reader = `'${process.execPath}' -e 'process.stdin.pipe(process.stdout)'`;
    const script = [
      "set -e -o pipefail",
      `tempofiller() { '${process.execPath}' '${COMMAND}' "$@"; }`,
      ...(spawnSync("jq", ["--version"]).status === 0 ? [] : [`jq() { ${reader}; }`]),
      ...lines,
    ];
    const { status, stderr, stdout } = spawnSync("bash", ["--norc"], {
      cwd: folder,
      input: script.join("\n"),
      encoding: "utf8",
    });
    expect(lines.length).toBeGreaterThan(5);
    const warnings = stderr.split("\n").filter((line) => !line.includes("The sandbox forgets this"));
    expect({ status, warnings }).toEqual({ status: 0, warnings: [""] });
    expect(stdout).toContain('"totalRequiredHours"');
  });
});

describe("contracts/", () => {
  const shown = [...read("contracts/tables.md").matchAll(/^\*\*(\w+)\*\* · .+\n\n```json\n(.+)\n```$/gm)].map(
    ([, tool, reply = ""]) => ({ tool, reply }),
  );

  test("shows replies that keep the contract", () => {
    expect(shown.length).toBeGreaterThan(1);
    for (const { tool, reply } of shown) {
      const shape = tools.find(({ name }) => name === tool)?.reply;
      expect(shape && replyProblems(shape, JSON.parse(reply))).toEqual([]);
    }
  });

  test("lists what tempofiller/contract exports, and imports no more", () => {
    const [, section = ""] = read("contracts/README.md").split(
      "\n## Check replies in TypeScript or JavaScript\n",
    );
    const listed = [...section.matchAll(/^\| `(\w+)(?:\(\w+, \w+\))?` \| /gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(contractModule).sort());
    const [, imported = ""] = /import \{ (.+) \} from "tempofiller\/contract"/.exec(section) ?? [];
    expect(imported.split(", ").filter((name) => !(name in contractModule))).toEqual([]);
  });
});

test("docs/troubleshooting.md quotes what the server says", () => {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" });
  const source = files
    .filter((path) => path.endsWith(".ts"))
    .map((path) => read(join("src", path)))
    .join();
  const symptoms = [...read("docs/troubleshooting.md").matchAll(/^\| (.+?) \|/gm)].map(
    ([, cell = ""]) => cell,
  );
  const quoted = symptoms.flatMap((cell) => [...cell.matchAll(/"(.+?)"/g)].map(([, words = ""]) => words));
  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter((words) => !source.includes(words))).toEqual([]);
});
