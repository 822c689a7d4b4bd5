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

/** Packages that only some folders may import; all others may be imported anywhere. */
const PACKAGES: [name: RegExp, folders: string[]][] = [
  [/^@modelcontextprotocol\//, ["server", "cli"]],
  [/^openapi-fetch$/, ["tempo"]],
];

const files = (await readdir(SRC, { recursive: true }))
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("generated/"));

const imports = (
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(SRC, file), "utf8");
      const found = text.matchAll(/(import|export)(\s+type)?[^;'"]*?from\s+"([^"]+)"|import\("([^"]+)"\)/g);
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
    .filter(({ file, target }) =>
      PACKAGES.some(([name, folders]) => name.test(target) && !folders.includes(folderOf(file))),
    )
    .map(({ file, target }) => `src/${file} -> ${target}`);
  expect(broken).toEqual([]);
});

test("neither the tools nor the server know which deployment they talk to", async () => {
  const knowing = await Promise.all(
    files
      .filter((file) => file.startsWith("tools/") || file.startsWith("server/"))
      .map(async (file) => [file, await readFile(join(SRC, file), "utf8")] as const),
  );
  expect(knowing.length).toBeGreaterThan(10);
  expect(
    knowing.filter(([, text]) => /cloud|data.?cent(er|re)|TEMPO_|JIRA_/i.test(text)).map(([file]) => file),
  ).toEqual([]);
});

test("only the command reads the environment and the clock, and only it hands out the network", async () => {
  const places: Record<string, RegExp> = {
    "process.env": /process\.env/,
    "Date.now or new Date()": /Date\.now\(|new Date\(\)/,
    "the platform's fetch": /globalThis\.fetch|^ {4}fetch,$/m,
  };
  const found: Record<string, string[]> = {};
  for (const [what, pattern] of Object.entries(places)) {
    const texts = await Promise.all(
      files.map(async (file) => [file, await readFile(join(SRC, file), "utf8")] as const),
    );
    found[what] = texts.flatMap(([file, text]) => (pattern.test(text) ? [file] : []));
  }
  expect(found).toEqual({
    "process.env": ["cli/main.ts"],
    "Date.now or new Date()": ["cli/today.ts"],
    "the platform's fetch": ["cli/serve.ts"],
  });
});
