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
  server: ["generated", "contract", "timesheet", "tools"],
  cli: ["generated", "contract", "timesheet", "tempo", "sandbox", "tools", "server"],
};

/** What each folder may import from outside: packages, and Node's own modules. */
const MAY_USE: Record<string, string[]> = {
  generated: [],
  contract: [],
  timesheet: ["p-limit"],
  tempo: ["openapi-fetch", "p-limit", "p-retry", "p-throttle"],
  sandbox: [],
  tools: [],
  server: ["@modelcontextprotocol/server"],
  cli: [
    "@modelcontextprotocol/sdk/client/index.js",
    "@modelcontextprotocol/sdk/client/stdio.js",
    "@modelcontextprotocol/server/stdio",
    "node:events",
    "node:http",
    "node:net",
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

test("tools know the contract by its types alone, and no other tool", () => {
  const broken = imports
    .filter(({ file }) => file.startsWith("tools/") && file !== "tools/index.ts")
    .filter(({ target, isType }) =>
      target.startsWith("../generated/") ? !isType : target.startsWith("./") && target !== "./tool.ts",
    )
    .map(({ file, target }) => `src/${file} -> ${target}`);
  expect(broken).toEqual([]);
});

test("packages are imported only where they belong", () => {
  const broken = imports
    .filter(({ target }) => !target.startsWith("."))
    .filter(({ file, target }) => !MAY_USE[folderOf(file)]?.includes(target))
    .map(({ file, target }) => `src/${file} -> ${target}`);
  expect(broken).toEqual([]);
});

test("neither the tools nor the server know which deployment they talk to", async () => {
  const known = await filesWith(/cloud|data.?cent(er|re)|TEMPO_|JIRA_/i);
  expect(known.filter((file) => /^(tools|server)\//.test(file))).toEqual([]);
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
