import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { measurePackage, type PackReport, packPackage } from "../../scripts/bench/package.ts";
import { npm, npmScript, offlineEnvironment } from "../../scripts/lib/npm.ts";
import { coreTools as tools } from "../../src/tools/index.ts";
import { connectOverStdio } from "../helpers/stdio.ts";

const ROOT = join(import.meta.dirname, "../..");

const execFileAsync = promisify(execFile);

let folder: string;
let packed: PackReport;

/** The package as npm packs it, installed into an empty folder. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tempofiller-package-"));
  packed = await packPackage(ROOT, "--pack-destination", folder);
  // The prefix keeps npm from installing into a package in the folders above.
  await npm(folder, "install", "--prefix", folder, join(folder, packed.filename));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the package", () => {
  test("installs one package and nothing else", async () => {
    const installed = await readdir(join(folder, "node_modules"));
    const manifest = JSON.parse(
      await readFile(join(folder, "node_modules/tempofiller/package.json"), "utf8"),
    ) as { scripts: Record<string, string> };
    expect(installed.filter((name) => !name.startsWith("."))).toEqual(["tempofiller"]);
    expect(Object.keys(manifest).filter((key) => /dependencies$/i.test(key))).toEqual(["devDependencies"]);
    // Some tools refuse or flag a package with scripts that run when it is installed.
    const onInstall = Object.keys(manifest.scripts).filter((name) =>
      /install$|^prepublish$|prepare$/.test(name),
    );
    expect(onInstall).toEqual([]);
  });

  test("contains the build, the contract, the documents, the skills and the plugin", async () => {
    const paths = packed.files.map(({ path }) => path);
    const built = (await readdir(join(ROOT, "dist"))).map((name) => `dist/${name}`);
    // Lists files that git knows: a program built beside its source, as the contract's README says, is not part of the package.
    const { stdout } = await execFileAsync(
      "git",
      ["ls-files", ".claude-plugin", "contracts", "docs", "skills"],
      {
        cwd: ROOT,
      },
    );
    // A file that only generates documents and runs tests is left out, and so are former versions of the contract.
    const known = stdout
      .trim()
      .split("\n")
      .filter((path) => path !== "contracts/languages/languages.json")
      .filter((path) => !path.startsWith("contracts/released/"));
    const named = ["LICENSE", "README.md", "package.json"];
    expect(paths.sort()).toEqual([...named, ...built, ...known].sort());
  });

  test("is below its limit, and starts with one and its entry", async () => {
    const { rows, missed } = await measurePackage(ROOT, packed);
    expect(missed).toEqual([]);
    const [, bytes, files] = rows.find(([name]) => name === "**loaded at the start**") ?? [];
    // The bundler's own 1 KB, which loads CommonJS packages, is a file of its own, and so is what the entry needs before it loads compiled code.
    expect(files).toBe("tempofiller.cjs, rolldown-runtime.cjs, cache-folder.cjs, main.cjs");
    // The SDK with its zod is 318,000 of it, 38,000 of them for HTTP: it has all of that in one module.
    expect(bytes).toBeLessThan(560_000);
    // Code made of modules stays strict.
    const [first] = (await readFile(join(ROOT, "dist/main.cjs"), "utf8")).split("\n", 1);
    expect(first).toMatch(/^"use strict";/);
  });

  test.skipIf(process.platform === "win32")(
    "has an entry that a linked command can run after each build",
    async () => {
      expect((await stat(join(ROOT, "dist/tempofiller.cjs"))).mode & 0o111).toBe(0o111);
    },
  );

  test("has too large a view above 87,500 bytes, which is reported with its size", async () => {
    const files = packed.files.map((file) =>
      file.path === "dist/timesheet.html" ? { ...file, size: 87_501 } : file,
    );
    expect((await measurePackage(ROOT, { ...packed, files })).missed).toEqual([
      "the view has 87501 bytes, and may have 87500 at most",
    ]);
  });

  test("answers `npx tempofiller` over stdio, with no network", async () => {
    const client = await connectOverStdio({
      command: process.execPath,
      args: [npmScript("npx"), "tempofiller", "--sandbox"],
      cwd: folder,
      env: offlineEnvironment(),
    });
    expect(client.getServerVersion()).toMatchObject({ name: "tempofiller", version: packageJson.version });
    const listed = await client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    const { structuredContent, isError } = await client.callTool({
      name: "get_worklogs",
      arguments: { startDate: "1999-01-04" },
    });
    expect({ structuredContent, isError }).toEqual({
      structuredContent: {
        startDate: "1999-01-04",
        endDate: "1999-01-04",
        worklogs: [],
        byIssue: [],
        summary: { totalHours: 0, totalEntries: 0, uniqueIssues: 0 },
        warnings: [expect.stringMatching(/^1999-01-04 is [\d,]+ days before today, /)],
      },
      isError: undefined,
    });
  });
});

describe("the plugin for Claude Code", () => {
  const installed = (path: string) => join(folder, "node_modules/tempofiller", path);
  const manifest = async (name: string) =>
    JSON.parse(await readFile(installed(`.claude-plugin/${name}.json`), "utf8"));

  test("is the package itself, by its name and version, with the three skills", async () => {
    const { name, version, description, author } = packageJson;
    expect(await manifest("plugin")).toMatchObject({ name, version, description, author: { name: author } });
    expect(await manifest("marketplace")).toEqual({
      name,
      description,
      owner: { name: author },
      plugins: [{ name, description, source: "./" }],
    });
    const skills = await readdir(installed("skills"));
    const texts = await Promise.all(
      skills.map((skill) => readFile(installed(`skills/${skill}/SKILL.md`), "utf8")),
    );
    expect(skills.sort()).toEqual(["catch-up", "fill-my-month", "month-end"]);
    expect(texts.map((text) => text.split("\n")[1]).sort()).toEqual(skills.map((skill) => `name: ${skill}`));
  });

  test("starts the server of the package, which lists its tools", async () => {
    const { tempofiller, ...others } = (await manifest("plugin")).mcpServers;
    const args = tempofiller.args.map((arg: string) =>
      arg.replace(/\$\{CLAUDE_PLUGIN_ROOT\}/, installed("")),
    );
    expect({ others, command: tempofiller.command }).toEqual({ others: {}, command: "node" });
    const client = await connectOverStdio({
      command: process.execPath,
      args: [...args, "--sandbox"],
      cwd: folder,
      env: offlineEnvironment(),
    });
    const listed = await client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  });
});

describe("what programs import", () => {
  /** A program that holds only if a checked value has its shape's type, and an unchecked one has none. */
  const PROGRAM = `
    import { inputErrors, isInput, isReply, replyErrors } from "tempofiller/contract";
    import type { Inputs, PostWorklogResponse, Responses } from "tempofiller/contract";

    export function idOf(reply: unknown): string {
      // @ts-expect-error: nothing is known of it yet.
      reply.worklog;
      if (!isReply("post_worklog", reply)) return replyErrors("PostWorklogResponse", reply).join();
      const posted: PostWorklogResponse = reply;
      // @ts-expect-error: the contract has no such key.
      posted.worklogId;
      return posted.worklog.id;
    }

    export function hoursOf(input: unknown): number | string[] {
      return isInput("PostWorklogInput", input) ? input.hours : inputErrors("PostWorklogInput", input);
    }

    // @ts-expect-error: there is no such reply.
    export const none: boolean = isReply("GetNothingResponse", {});
    export const names: [keyof Responses, keyof Inputs] = ["GetScheduleResponse", "GetScheduleInput"];
  `;

  test.each([
    ["node16", "node16"],
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("compiles strictly with module %s and resolution %s", async (module, moduleResolution) => {
    const program = join(folder, moduleResolution);
    await mkdir(program);
    await writeFile(join(program, "package.json"), '{ "type": "module" }');
    await writeFile(join(program, "program.ts"), PROGRAM);
    const tsconfig = {
      compilerOptions: {
        ...{
          module,
          moduleResolution,
          target: "es2022",
          lib: ["es2022"],
          strict: true,
          exactOptionalPropertyTypes: true,
        },
        // The package's declarations are checked, TypeScript's own are not.
        ...{ skipLibCheck: false, skipDefaultLibCheck: true },
        ...{ types: [], noEmit: true, verbatimModuleSyntax: true },
      },
    };
    await writeFile(join(program, "tsconfig.json"), JSON.stringify(tsconfig));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const compiled = await run(tsc, ["-p", program]);
    expect(compiled).toEqual({ code: 0, output: "" });
  });

  test("checks values, and finds the contract's files", async () => {
    const program = `
      import { isReply, replyErrors } from "tempofiller/contract";
      import contract from "tempofiller/contracts/responses.schema.json" with { type: "json" };
      import example from "tempofiller/contracts/examples/DeleteWorklogResponse/deleted.json" with { type: "json" };
      import manifest from "tempofiller/package.json" with { type: "json" };
      const faults = replyErrors("DeleteWorklogResponse", { success: true });
      const good = isReply("DeleteWorklogResponse", example);
      console.log(JSON.stringify({ good, faults, version: manifest.version, shapes: Object.keys(contract.$defs) }));
    `;
    const path = join(folder, "program.mjs");
    await writeFile(path, program);
    const { code, output } = await run("--no-warnings", [path]);
    const { $defs } = JSON.parse(await readFile(join(ROOT, "contracts/responses.schema.json"), "utf8"));
    expect({ code, ...JSON.parse(output) }).toEqual({
      code: 0,
      good: true,
      faults: ["`deletedWorklogId` is missing"],
      version: packageJson.version,
      shapes: Object.keys($defs),
    });
  });

  test("is in order, says publint", async () => {
    const pkgDir = join(folder, "node_modules/tempofiller");
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test("has types that are right, says are-the-types-wrong, for ES modules: the package has no others", async () => {
    const attw = join(ROOT, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const { code, output } = await run(attw, [
      join(folder, packed.filename),
      ...["--profile", "esm-only", "--format", "json", "--no-definitely-typed"],
    ]);
    const { analysis } = JSON.parse(output) as { analysis: { entrypoints: object } };
    expect({ code, entrypoints: Object.keys(analysis.entrypoints) }).toEqual({
      code: 0,
      entrypoints: Object.keys(packageJson.exports),
    });
  });
});

/** Runs a script by Node and answers what it printed, whether it failed or not. */
async function run(script: string, args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await execFileAsync(process.execPath, [script, ...args], { cwd: folder });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}
