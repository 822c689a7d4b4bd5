import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { tools } from "../../src/tools/index.ts";

const ROOT = join(import.meta.dirname, "../..");
const SRC = join(ROOT, "src");

/** The folders that each folder of `src` may import. ARCHITECTURE.md shows the same table. */
const MAY_IMPORT: Record<string, string[]> = {
  generated: [],
  text: [],
  timesheet: ["generated", "text"],
  contract: ["generated", "text", "timesheet"],
  tempo: ["generated", "text", "timesheet"],
  evidence: ["generated", "text", "timesheet"],
  sandbox: ["generated", "timesheet"],
  tools: ["generated", "timesheet"],
  view: ["generated", "timesheet"],
  prompts: ["timesheet", "contract"],
  server: ["generated", "text", "timesheet", "contract", "tools", "prompts", "config"],
  config: ["text", "timesheet", "contract", "tempo", "state"],
  state: ["timesheet"],
  runtime: ["text", "timesheet", "tempo", "sandbox", "evidence", "server", "config", "state"],
  team: ["text", "timesheet", "contract", "tempo", "tools", "server", "config", "state", "runtime"],
  cli: [
    "generated",
    "text",
    "timesheet",
    "contract",
    "tempo",
    "sandbox",
    "tools",
    "server",
    "config",
    "state",
    "runtime",
    "team",
  ],
};

/** The packages and modules of Node that each folder may import. */
const MAY_USE: Record<string, string[]> = {
  generated: [],
  text: ["fast-string-width", "fast-wrap-ansi"],
  timesheet: ["p-limit", "node:crypto", "node:events"],
  contract: [],
  tempo: ["openapi-fetch", "p-limit"],
  sandbox: [],
  tools: [],
  prompts: [],
  view: ["@modelcontextprotocol/ext-apps", "preact", "preact/hooks"],
  server: ["@modelcontextprotocol/server", "config"],
  config: ["node:fs", "node:os", "node:path", "node:util"],
  state: ["node:crypto", "node:fs", "node:os", "node:path", "node:util", "p-limit"],
  evidence: [
    "node:child_process",
    "node:fs",
    "node:fs/promises",
    "node:os",
    "node:path",
    "node:timers/promises",
    "p-limit",
  ],
  runtime: [
    "node:child_process",
    "node:fs",
    "node:fs/promises",
    "node:os",
    "node:path",
    "node:timers/promises",
    "node:tls",
    "undici",
  ],
  team: [
    "@modelcontextprotocol/node",
    "@modelcontextprotocol/server",
    "@opentelemetry/api",
    "jose",
    "negotiator",
    "node:crypto",
    "node:fs",
    "node:http",
    "node:net",
    "node:https",
    "node:path",
    "node:tls",
    "node:worker_threads",
    "p-limit",
    "pg",
  ],
  cli: [
    "@clack/prompts",
    "@modelcontextprotocol/sdk/client/index.js",
    "@modelcontextprotocol/sdk/client/stdio.js",
    "@modelcontextprotocol/server/stdio",
    "@remix-run/node-fetch-server",
    "csv-parse/sync",
    "csv-stringify/sync",
    "ical-generator",
    "jsonc-parser",
    "node:child_process",
    "node:crypto",
    "node:events",
    "node:fs",
    "node:http",
    "node:module",
    "node:net",
    "node:os",
    "node:path",
    "node:stream",
    "node:stream/consumers",
    "node:tty",
    "node:util",
    "node:vm",
    "smol-toml",
    "zod/v4/core",
  ],
};

/** Globals that only some files may touch: the environment, the clock, the network, the streams. */
const GLOBALS: Record<string, { pattern: RegExp; files: string[] }> = {
  environment: { pattern: /process\.env/, files: ["cli/cli.ts"] },
  clock: {
    pattern: /Date\.now|new Date\(\)|performance\.|setTimeout|setInterval|AbortSignal\.timeout/,
    files: [
      "cli/say-waiting.ts",
      "cli/shutdown.ts",
      "runtime/clock.ts",
      "runtime/token-commands.ts",
      "team/watchdog-worker.ts",
      "view/clock.ts",
    ],
  },
  network: {
    pattern: /globalThis|\bawait fetch\(|return fetch\(|^ {4}fetch,$/m,
    files: ["runtime/connection.ts", "tempo/http/client.ts"],
  },
  streams: {
    pattern: /process\.(stdin|stdout|stderr)|console\./,
    files: [
      "cli/cli.ts",
      "cli/main.ts",
      "cli/say-waiting.ts",
      "cli/serve.ts",
      "cli/setup/ask.ts",
      "cli/shutdown.ts",
      "runtime/log.ts",
    ],
  },
};

interface Import {
  /** Path from the project's root. */
  file: string;
  /** Path from the project's root, or the name of a package. */
  target: string;
  isType: boolean;
  isPackage: boolean;
}

/** The files below a folder that are written by hand, by their paths from the project's root. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true });
  const found = entries.map(({ name }) => `${folder}/${name}`);
  const below = entries.map((entry, index) => {
    const path = found[index] as string;
    if (!entry.isDirectory()) return [path];
    return entry.name === "node_modules" || path === "src/generated" ? [] : filesIn(path);
  });
  return (await Promise.all(below)).flat();
}

const sourceFiles = async (folder: string) => (await filesIn(folder)).filter((path) => /\.tsx?$/.test(path));

async function importsOf(file: string): Promise<Import[]> {
  const text = await readFile(join(ROOT, file), "utf8");
  const found = text.matchAll(
    /(import|export)(\s+type)?[^;'"]*?from\s+"([^"]+)"|(?<!")import\(?\s*"([^"]+)"/g,
  );
  return [...found].map(([, , type, from, dynamic]) => {
    const specifier = from ?? dynamic ?? "";
    const isPackage = !specifier.startsWith(".");
    const target = isPackage
      ? specifier
      : relative(ROOT, resolve(ROOT, file, "..", specifier)).replaceAll("\\", "/");
    return { file, target, isType: Boolean(type), isPackage };
  });
}

const files = await sourceFiles("src");
const imports = (await Promise.all(files.map(importsOf))).flat();
const texts = new Map(
  await Promise.all(files.map(async (file) => [file, await readFile(join(ROOT, file), "utf8")] as const)),
);

const folderOf = (path: string) => path.split("/")[1] ?? "";
const arrow = ({ file, target }: Import) => `${file} -> ${target}`;

test("the folders of src are those of the table", async () => {
  const entries = await readdir(SRC, { withFileTypes: true });
  expect(entries.map(({ name }) => name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

test("tests have at most eight projects, each with a script, and package.json has at most twenty scripts", async () => {
  const config = await readFile(join(ROOT, "vitest.config.ts"), "utf8");
  const names = [...config.matchAll(/(?:name: |quick\()"(\w+)"/g)].map(([, name]) => name);
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const run = Object.values<string>(scripts).join("\n");
  expect(names).toContain("thorough");
  expect(names.filter((name) => !run.includes(`--project ${name}`))).toEqual([]);
  expect([names.length <= 8, Object.keys(scripts).length <= 20]).toEqual([true, true]);
});

/** The most that each may have, so that the tree stays light. */
const LIMITS = {
  "words of README.md": 800,
  "characters of a line of README.md outside tables": 200,
  "words of ARCHITECTURE.md": 966,
  "words of CONTRIBUTING.md": 660,
  "words of docs": 22_987,
  "lines of src": 59_950,
  "files of src": 460,
  "import lines of src, in thousandths": 71,
  "files of src with at most 60 lines that one neighbour imports and no test": 10,
  "lines of tests": 107_270,
};

test("the tree is not heavier than its limits", async () => {
  const weight = await weigh();
  const tooMuch = Object.entries(weight).filter(([what, size]) => size > LIMITS[what as keyof typeof LIMITS]);
  expect(Math.min(...Object.values(weight))).toBeGreaterThan(0);
  expect(Object.fromEntries(tooMuch)).toEqual({});
});

async function weigh(): Promise<Record<keyof typeof LIMITS, number>> {
  const read = (file: string) => readFile(join(ROOT, file), "utf8");
  const inDocs = (await readdir(join(ROOT, "docs"))).filter((name) => name.endsWith(".md"));
  const docs = await Promise.all(inDocs.map((name) => read(`docs/${name}`)));
  const tests = await sourceFiles("tests");
  const inSource = await Promise.all((await filesIn("src")).map(read));
  const code = [...texts.values()];
  const statements = code.flatMap(
    (text) => text.match(/^(import|export)[^;]*? from "[^"]+";|^import "[^"]+";/gms) ?? [],
  );
  const importersOf = new Map<string, Set<string>>();
  for (const { file, target } of imports)
    importersOf.set(target, (importersOf.get(target) ?? new Set()).add(file));
  const byTests = new Set((await Promise.all(tests.map(importsOf))).flat().map(({ target }) => target));
  // A list of commands or tools is no neighbour that uses one of them.
  const isListed = (file: string) => /^src\/(cli\/commands|tools)\//.test(file);
  const small = [...texts].filter(
    ([file, text]) =>
      linesOf([text]) <= 60 && importersOf.get(file)?.size === 1 && !byTests.has(file) && !isListed(file),
  );
  return {
    "words of README.md": wordsOf([await read("README.md")]),
    "characters of a line of README.md outside tables": Math.max(
      ...(await read("README.md")).split("\n").map((line) => (line.startsWith("|") ? 0 : line.length)),
    ),
    "words of ARCHITECTURE.md": wordsOf([await read("ARCHITECTURE.md")]),
    "words of CONTRIBUTING.md": wordsOf([await read("CONTRIBUTING.md")]),
    "words of docs": wordsOf(docs),
    "lines of src": linesOf(inSource),
    "files of src": inSource.length,
    "import lines of src, in thousandths":
      (1000 * statements.reduce((sum, text) => sum + text.split("\n").length, 0)) / linesOf(code),
    "files of src with at most 60 lines that one neighbour imports and no test": small.length,
    "lines of tests": linesOf(await Promise.all(tests.map(read))),
  };
}

const wordsOf = (texts: string[]) => texts.join("\n").split(/\s+/).filter(Boolean).length;
const linesOf = (texts: string[]) => texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);

test("ARCHITECTURE.md shows the same table", async () => {
  const document = await readFile(join(ROOT, "ARCHITECTURE.md"), "utf8");
  const [, table = ""] = document.split("| folder | contents | imports |\n");
  const rows = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| `(\w+)` \|.*\| ([^|]*)\|$/gm)];
  const shown = rows.map(([, folder = "", imports = ""]) => [folder, imports.match(/\w+/g) ?? []]);
  expect(Object.fromEntries(shown)).toEqual(MAY_IMPORT);
});

test("imports go one way between the folders of src", () => {
  const broken = imports
    .filter(({ isPackage, target }) => !isPackage && target !== "package.json")
    .filter(({ file, target }) => {
      const [from, to] = [folderOf(file), folderOf(target)];
      return from !== to && !MAY_IMPORT[from]?.includes(to);
    });
  expect(imports.length).toBeGreaterThan(100);
  expect(broken.map(arrow)).toEqual([]);
});

/** The folders that each folder of `src/team` may import; `team` stands for its own files, `users.ts` among them. */
const TEAM: Record<string, string[]> = {
  config: [],
  observability: [],
  database: [],
  auth: ["config"],
  team: ["config", "observability", "database", "auth"],
  http: ["config", "observability", "auth", "team"],
};

test("imports go one way between the folders of src/team, and serve.ts makes all of them", () => {
  const folderIn = (path: string) => path.split("/").at(-2) ?? "";
  const broken = imports
    .filter(({ file, target }) => file.startsWith("src/team/") && target.startsWith("src/team/"))
    .filter(({ file, target }) => {
      const [from, to] = [folderIn(file), folderIn(target)];
      return file !== "src/team/serve.ts" && from !== to && !TEAM[from]?.includes(to);
    });
  expect(broken.map(arrow)).toEqual([]);
});

test("no file of src imports itself by a detour, types included", () => {
  const targets = new Map<string, string[]>();
  for (const { file, target } of imports) targets.set(file, [...(targets.get(file) ?? []), target]);
  const done = new Set<string>();
  const circles: string[] = [];
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    else if (!done.has(file)) for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  }
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test.each(["scripts", "evals"])("%s never import tests", async (folder) => {
  const found = (await Promise.all((await sourceFiles(folder)).map(importsOf))).flat();
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ target }) => target.startsWith("tests/")).map(arrow)).toEqual([]);
});

/** The one resource that is a file of the contract brings its text along. */
const CONTRACT_TEXT = "src/server/resources.ts -> src/generated/responses-schema-file.ts";

test("tools, prompts and resources know the contract by its types alone", () => {
  const broken = imports
    .filter(({ file }) => /^src\/(tools|prompts|server\/resources)\b/.test(file))
    .filter(({ target, isType }) => target.startsWith("src/generated/") && !isType);
  expect(broken.map(arrow)).toEqual([CONTRACT_TEXT]);
});

test("tools know each other by their list alone", () => {
  const broken = imports
    .filter(({ file }) => file.startsWith("src/tools/") && file !== "src/tools/index.ts")
    .filter(({ target }) => target.startsWith("src/tools/") && target !== "src/tools/tool.ts");
  expect(broken.map(arrow)).toEqual([]);
});

test("packages are imported only by the layers that may use them", () => {
  const broken = imports.filter(
    ({ file, target, isPackage }) => isPackage && !MAY_USE[folderOf(file)]?.includes(target),
  );
  expect(broken.map(arrow)).toEqual([]);
});

test("the view takes only types from the contract's code and from the MCP Apps package, which are larger than it", () => {
  const broken = imports
    .filter(({ file, isType }) => folderOf(file) === "view" && !isType)
    .filter(
      ({ target }) => target.startsWith("src/generated/") || target.startsWith("@modelcontextprotocol/"),
    );
  expect(broken.map(arrow)).toEqual([]);
});

test("tools, prompts, resources and server name no deployment", () => {
  const known = filesWith(/cloud|data.?cent(er|re)|TEMPO_|JIRA_/i);
  expect(known.filter((file) => /^(tools|prompts|resources|server)\//.test(file))).toEqual([]);
});

test("the domain names no tool and no environment variable", () => {
  const names = new RegExp(`${tools.map(({ name }) => name).join("|")}|\\b(TEMPO|JIRA|NODE|HTTPS?|NO)_[A-Z]`);
  expect(filesWith(names).filter((file) => /^(timesheet|tempo)\//.test(file))).toEqual([]);
});

test.each(Object.entries(GLOBALS))(
  "the %s is used only in the files listed for it",
  (_, { pattern, files: allowed }) => {
    expect(filesWith(pattern)).toEqual(allowed);
  },
);

function filesWith(pattern: RegExp): string[] {
  return [...texts].flatMap(([file, text]) => (pattern.test(text) ? [file.slice("src/".length)] : [])).sort();
}
