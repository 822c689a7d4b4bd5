import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The files that the scripts, the compiler and `.ci/` need. */
const FOLDERS = [
  ".ci",
  ".claude-plugin",
  "assets",
  "contracts",
  "deploy",
  "docs",
  "evals",
  "scripts",
  "skills",
  "src",
];
const FILES = [
  ".dockerignore",
  "package.json",
  "package-lock.json",
  "server.json",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
];

/** A copy of the project, gone when the test ends. */
export async function copyOfProject(): Promise<string> {
  const copy = await copyProject();
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  return copy;
}

/** A copy of the project, which the caller removes. */
export async function copyProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "tempofiller-"));
  for (const path of [...FOLDERS, ...FILES]) {
    await cp(join(ROOT, path), join(copy, path), { recursive: true });
  }
  const tsconfig = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  await writeFile(join(copy, "tsconfig.json"), JSON.stringify({ ...tsconfig, include: ["src"] }));
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}

/** Runs `scripts/<name>.ts` of the project in a folder, as npm does. Rejects with its exit code and output if it fails. */
export function runScript(root: string, name: string, ...args: string[]) {
  const command = ["--import", "tsx", `scripts/${name}.ts`, ...args];
  return promisify(execFile)(process.execPath, command, { cwd: root });
}
