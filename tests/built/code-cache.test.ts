import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { cachingIn } from "../../scripts/lib/command-environment.ts";
import { cacheFolder } from "../../src/config/cache-folder.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));

const RAN = { code: 0, stdout: `${version}\n`, stderr: "" };

/** A home without a cache, and the path of what a command keeps in it. */
function newHome() {
  const home = temporaryFolder();
  const env = cachingIn(home);
  const folder = cacheFolder({ env, platform: process.platform }) ?? "";
  return { folder, cache: join(folder, "main.cjs.code"), run: () => runCommand(["--version"], { env }), env };
}

/** Node 22.8 and later keeps compiled code itself. */
describe.skipIf("enableCompileCache" in module)("compiled code that is kept for the next start", () => {
  test("is written by the first start and left as it is by the second", async () => {
    const { folder, cache, run } = newHome();
    expect(await run()).toMatchObject(RAN);
    const { mtimeMs, ino } = statSync(cache);
    expect(await run()).toMatchObject(RAN);
    expect(statSync(cache)).toMatchObject({ mtimeMs, ino });
    expect(readdirSync(folder)).toEqual(["main.cjs.code"]);
  });

  test.skipIf(process.platform === "win32")("is for the user alone", async () => {
    const { folder, cache, run } = newHome();
    await run();
    expect([folder, cache].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  });

  test.each<[what: string, damage: (bytes: Buffer) => Buffer]>([
    [
      "one byte differs",
      (bytes) =>
        bytes.fill((bytes[bytes.length >> 1] ?? 0) ^ 0xff, bytes.length >> 1, (bytes.length >> 1) + 1),
    ],
    ["its end is missing", (bytes) => bytes.subarray(0, 1000)],
    ["it is empty", () => Buffer.alloc(0)],
    ["it is all zeros", (bytes) => bytes.fill(0)],
  ])("is replaced if it is damaged: %s", async (_, damage) => {
    const { cache, run } = newHome();
    await run();
    writeFileSync(cache, damage(readFileSync(cache)));
    const { ino } = statSync(cache);
    expect(await run()).toMatchObject(RAN);
    expect(statSync(cache).ino).not.toBe(ino);
    expect(await run()).toMatchObject(RAN);
  });

  test("is not used for another program of the same length", async () => {
    const { env, run } = newHome();
    await run();
    const copy = temporaryFolder();
    cpSync(dirname(COMMAND), copy, { recursive: true });
    const main = join(copy, "main.cjs");
    const changed = version.replace(/^\d/, "9");
    writeFileSync(main, readFileSync(main, "utf8").replaceAll(version, changed));
    const command = join(copy, "tempofiller.cjs");
    expect(await runCommand(["--version"], { env, command })).toMatchObject({
      ...RAN,
      stdout: `${changed}\n`,
    });
  });

  test.each(["arch", "version"])("is replaced by a Node of another %s", async (property) => {
    const { env, cache, run } = newHome();
    await run();
    const { ino } = statSync(cache);
    const other = join(temporaryFolder(), "other.cjs");
    writeFileSync(other, `Object.defineProperty(process, "${property}", { value: "v20.0.0" });`);
    const asOther = { ...env, NODE_OPTIONS: `--require ${JSON.stringify(other)}` };
    expect(await runCommand(["--version"], { env: asOther })).toMatchObject(RAN);
    expect(statSync(cache).ino).not.toBe(ino);
  });

  test("leaves nothing beside it if it cannot be put in its place", async () => {
    const { folder, cache, run } = newHome();
    mkdirSync(cache, { recursive: true });
    expect(await run()).toMatchObject(RAN);
    expect(readdirSync(folder)).toEqual(["main.cjs.code"]);
  });

  test("does not exist where the folder takes no file, and the command runs", async () => {
    const { folder, run } = newHome();
    mkdirSync(dirname(folder), { recursive: true });
    writeFileSync(folder, "a file");
    expect(await run()).toMatchObject(RAN);
    expect(readFileSync(folder, "utf8")).toBe("a file");
  });

  test("does not exist if NODE_DISABLE_COMPILE_CACHE is set", async () => {
    const { folder, env } = newHome();
    const disabled = { ...env, NODE_DISABLE_COMPILE_CACHE: "1" };
    expect(await runCommand(["--version"], { env: disabled })).toMatchObject(RAN);
    expect(existsSync(folder)).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")(
  "compiled code is neither used nor kept, and the command runs",
  () => {
    /** Starts the command once, and returns its home with what it has kept there. */
    async function kept() {
      const home = newHome();
      await home.run();
      const [name = ""] = readdirSync(home.folder);
      return { ...home, file: join(home.folder, name) };
    }

    type Home = Awaited<ReturnType<typeof kept>>;

    const LINKS: Record<string, (home: Home) => void> = {
      "the folder is a link": ({ folder }) => {
        renameSync(folder, `${folder}-elsewhere`);
        symlinkSync(`${folder}-elsewhere`, folder);
      },
      "what is in it is a link": ({ file }) => {
        renameSync(file, `${file}-elsewhere`);
        symlinkSync(`${file}-elsewhere`, file);
      },
    };
    const MODES: Record<string, (home: Home) => void> = {
      "its group may write to the folder": ({ folder }) => chmodSync(folder, 0o770),
      "others may write to the folder": ({ folder }) => chmodSync(folder, 0o702),
      "others may write to the folder, which is sticky": ({ folder }) => chmodSync(folder, 0o1777),
      "others may write to what is in it": ({ file }) => chmodSync(file, 0o606),
      "others may put another folder in its place": ({ folder }) => chmodSync(dirname(folder), 0o777),
    };
    const OWNERS: Record<string, (home: Home) => void> = {
      "the folder is another user's": ({ folder }) => chownSync(folder, 65_534, 0),
      "what is in it is another user's": ({ file }) => chownSync(file, 65_534, 0),
      "the folder above is another user's": ({ folder }) => chownSync(dirname(folder), 65_534, 0),
    };

    /** Neither the own cache, which would replace what another Node has kept, nor that of Node 22.8 and later. */
    async function check(home: Home, change: (home: Home) => void) {
      change(home);
      const before = listing(home.folder);
      const [other, called] = [join(temporaryFolder(), "other.cjs"), join(temporaryFolder(), "called")];
      const enable = `require("node:module").enableCompileCache = () => fs.writeFileSync(${JSON.stringify(called)}, "");`;
      for (const text of [`Object.defineProperty(process, "arch", { value: "v20.0.0" });`, enable]) {
        writeFileSync(other, `const fs = require("node:fs");\n${text}`);
        const env = { ...home.env, NODE_OPTIONS: `--require ${JSON.stringify(other)}` };
        expect(await runCommand(["--version"], { env })).toMatchObject(RAN);
      }
      expect([listing(home.folder), existsSync(called)]).toEqual([before, false]);
    }

    test.each(Object.keys({ ...LINKS, ...MODES }))("if %s", async (what) => {
      const change = { ...LINKS, ...MODES }[what];
      if (change) await check(await kept(), change);
    });

    // Only root can give a file to another user.
    test.skipIf(process.getuid?.() !== 0).each(Object.keys(OWNERS))("if %s (as root)", async (what) => {
      const change = OWNERS[what];
      if (change) await check(await kept(), change);
    });

    test("but it is where the umask lets groups write to new folders, such as Node's own", async () => {
      const home = newHome();
      const [other, called] = [join(temporaryFolder(), "other.cjs"), join(temporaryFolder(), "called")];
      const lines = [
        'const fs = require("node:fs");',
        "process.umask(0o002);",
        'const made = (folder) => fs.mkdirSync(folder + "/v22", { recursive: true });',
        `const noted = () => fs.appendFileSync(${JSON.stringify(called)}, ".");`,
        'require("node:module").enableCompileCache = (folder) => (made(folder), noted());',
        `process.on("exit", () => fs.appendFileSync(${JSON.stringify(called)}, process.umask().toString(8)));`,
      ];
      writeFileSync(other, lines.join("\n"));
      const env = { ...home.env, NODE_OPTIONS: `--require ${JSON.stringify(other)}` };
      for (let start = 1; start <= 2; start += 1)
        expect(await runCommand(["--version"], { env })).toMatchObject(RAN);
      expect(readFileSync(called, "utf8")).toBe(".2.2");
    });

    test("but it is if others may write to a sticky folder above, such as /tmp", async () => {
      const home = await kept();
      chmodSync(dirname(home.folder), 0o1777);
      rmSync(home.file, { recursive: true });
      await home.run();
      expect(existsSync(home.file)).toBe(true);
    });
  },
);

/** Each name in a folder with what shows that it was written. */
function listing(folder: string) {
  return readdirSync(folder).map((name) => {
    const { ino, mtimeMs, size } = statSync(join(folder, name));
    return [name, ino, mtimeMs, size];
  });
}
