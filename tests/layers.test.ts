import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");

/** What each folder of `src` may import from its neighbours. */
const MAY_IMPORT: Record<string, string[]> = {
  generated: [],
  contract: ["generated"],
  timesheet: ["generated"],
  tempo: ["generated", "timesheet"],
  sandbox: ["generated", "timesheet"],
  tools: ["generated", "timesheet"],
  prompts: ["generated", "timesheet"],
  resources: ["generated", "timesheet"],
  server: ["generated", "contract", "timesheet", "tools", "prompts", "resources"],
  cli: ["generated", "contract", "timesheet", "tempo", "sandbox", "tools", "prompts", "resources", "server"],
};

/** What each folder may import from outside: packages, and Node's own modules. */
const MAY_USE: Record<string, string[]> = {
  generated: [],
  contract: [],
  timesheet: ["p-limit"],
  tempo: ["openapi-fetch", "p-limit", "p-retry", "p-throttle"],
  sandbox: [],
  tools: [],
  prompts: [],
  resources: [],
  server: ["@modelcontextprotocol/server"],
  cli: [
    "@modelcontextprotocol/sdk/client/index.js",
    "@modelcontextprotocol/sdk/client/stdio.js",
    "@modelcontextprotocol/server/stdio",
    "node:events",
    "node:fs",
    "node:http",
    "node:net",
    "node:path",
    "node:stream/consumers",
    "node:timers/promises",
    "node:util",
    "p-limit",
    "undici",
    "undici/lib/api/index.js",
    "undici/lib/dispatcher/dispatcher.js",
    "undici/lib/dispatcher/env-http-proxy-agent.js",
    "undici/lib/global.js",
  ],
};

/** Globals that only some files may touch: the environment, the clock, the network, the streams. */
const GLOBALS: Record<string, { pattern: RegExp; files: string[] }> = {
  environment: { pattern: /process\.env/, files: ["cli/main.ts"] },
  clock: {
    pattern: /Date\.now|new Date\(\)|performance\.|setTimeout|setInterval|AbortSignal\.timeout/,
    files: ["cli/clock.ts", "cli/today.ts"],
  },
  network: {
    pattern: /globalThis|\bawait fetch\(|return fetch\(|^ {4}fetch,$/m,
    files: ["cli/target.ts", "tempo/upstream.ts"],
  },
  streams: {
    pattern: /process\.(stdin|stdout|stderr)|console\./,
    files: ["cli/log.ts", "cli/main.ts", "cli/serve.ts"],
  },
};

const files = (await readdir(SRC, { recursive: true }))
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("generated/"));

const imports = (
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(SRC, file), "utf8");
      const found = text.matchAll(/(import|export)(\s+type)?[^;'"]*?from\s+"([^"]+)"|import\(?\s*"([^"]+)"/g);
      return [...found].map(([, , type, from, dynamic]) => ({
        file,
        target: from ?? dynamic ?? "",
        isType: Boolean(type),
        isDynamic: dynamic !== undefined,
      }));
    }),
  )
).flat();

const folderOf = (path: string) => path.split("/")[0] ?? "";

test("the folders of src are those of the table", async () => {
  const entries = await readdir(SRC, { withFileTypes: true });
  expect(entries.map(({ name }) => name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

test("imports go one way", () => {
  const broken = imports
    .filter(({ target }) => target.startsWith("."))
    .filter(({ file, target }) => {
      const path = relative(SRC, resolve(SRC, file, "..", target)).replaceAll("\\", "/");
      if (path.startsWith("../")) return path !== "../package.json";
      const [from, to] = [folderOf(file), folderOf(path)];
      return from !== to && !MAY_IMPORT[from]?.includes(to);
    })
    .map(({ file, target }) => `src/${file} -> ${target}`);
  expect(imports.length).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});

/** What the files of one offered thing each may share: their type, and what several of them need. */
const SHARED: Record<string, string[]> = {
  tools: ["./tool.ts"],
  prompts: ["./prompt.ts", "./arguments.ts"],
  resources: ["./resource.ts", "./month.ts"],
};

/** What brings them together. */
const LISTS = [
  "tools/index.ts",
  ...["prompts/index.ts", "prompts/words.ts"],
  ...["resources/index.ts", "resources/readers.ts"],
];

/** The one resource that is a file of the contract brings its text along. */
const CONTRACT_TEXT = "src/resources/responses-schema.ts -> ../generated/responses-schema-file.ts";

test.each(Object.entries(SHARED))(
  "%s know the contract by its types alone, and not each other",
  (folder, shared) => {
    const broken = imports
      .filter(({ file }) => file.startsWith(`${folder}/`) && !LISTS.includes(file))
      .filter(({ target, isType }) =>
        target.startsWith("../generated/") ? !isType : target.startsWith("./") && !shared.includes(target),
      )
      .map(({ file, target }) => `src/${file} -> ${target}`);
    expect(broken).toEqual(folder === "resources" ? [CONTRACT_TEXT] : []);
  },
);

test("what a call needs is loaded with the first call: a list at start holds no prompt's words and no resource's reader", () => {
  const atStart = imports
    .filter(({ file }) => ["prompts/index.ts", "resources/index.ts"].includes(file))
    .filter(({ isType, isDynamic }) => !isType && !isDynamic)
    .map(({ file, target }) => `src/${file} -> ${target}`);
  expect(atStart).toEqual(["src/prompts/index.ts -> ./prompt.ts"]);
  const onDemand = imports.filter(({ file, isDynamic }) => file.startsWith("server/") && isDynamic);
  expect(onDemand.map(({ file, target }) => `src/${file} -> ${target}`).sort()).toEqual([
    "src/server/completer.ts -> ./on-demand.ts",
    "src/server/create-server.ts -> ./on-demand.ts",
    "src/server/register-prompts.ts -> ./on-demand.ts",
    "src/server/register-resources.ts -> ./on-demand.ts",
    "src/server/run-tool.ts -> ../contract/replies.ts",
  ]);
});

test("packages are imported only where they belong", () => {
  const broken = imports
    .filter(({ target }) => !target.startsWith("."))
    .filter(({ file, target }) => !MAY_USE[folderOf(file)]?.includes(target))
    .map(({ file, target }) => `src/${file} -> ${target}`);
  expect(broken).toEqual([]);
});

test("neither what is offered nor the server knows which deployment it talks to", async () => {
  const known = await filesWith(/cloud|data.?cent(er|re)|TEMPO_|JIRA_/i);
  expect(known.filter((file) => /^(tools|prompts|resources|server)\//.test(file))).toEqual([]);
});

test.each(Object.entries(GLOBALS))(
  "the %s is touched only where it belongs",
  async (_, { pattern, files: allowed }) => {
    expect(await filesWith(pattern)).toEqual(allowed);
  },
);

async function filesWith(pattern: RegExp): Promise<string[]> {
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(SRC, file), "utf8")] as const),
  );
  return texts.flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).sort();
}
