import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { COMMAND } from "./command.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = ["src", "contracts", "scripts/build", "package.json"];

/** Builds the command if it is older than what it is made of: another run may be using it. */
export function buildCommand(): void {
  if (existsSync(COMMAND) && SOURCES.every((path) => newest(join(ROOT, path)) < statSync(COMMAND).mtimeMs))
    return;
  execFileSync(process.execPath, ["--import", "tsx", "scripts/build.ts"], { cwd: ROOT, stdio: "inherit" });
}

function newest(path: string): number {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
