import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The files that a build reads, the installed packages by npm's list of them. */
const SOURCES = [
  "src",
  "contracts",
  "scripts/build.ts",
  "scripts/build",
  "scripts/tsconfig.contract.json",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "node_modules/.package-lock.json",
];

/** Builds the command unless `dist/` is already what its sources make: another test may be using it. */
export function buildIfChanged(): void {
  const root = join(import.meta.dirname, "../..");
  if (isBuilt(root)) return;
  execFileSync(process.execPath, ["--import", "tsx", "scripts/build.ts"], { cwd: root, stdio: "inherit" });
}

/** Whether neither the sources nor `dist/` have changed since a build. */
export function isBuilt(root: string): boolean {
  return (
    existsSync(stampIn(root)) && readFileSync(stampIn(root), "utf8") === stamp(root, digestOfSources(root))
  );
}

/** Notes that `dist/` was built. @param sources their digest when the build began */
export function noteBuild(root: string, sources: string): void {
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stampIn(root), stamp(root, sources));
}

/** An id of a build, the same on every machine, whose npm may list the installed packages otherwise. */
export function buildId(root: string): string {
  const shared = SOURCES.filter((source) => !source.startsWith("node_modules"));
  return digestOf(root, shared).slice(0, 8);
}

export function digestOfSources(root: string): string {
  return digestOf(root, SOURCES);
}

const stampIn = (root: string) => join(root, "build/dist.sha256");

const stamp = (root: string, sources: string) => `${sources} ${digestOf(root, ["dist"])}`;

function digestOf(root: string, paths: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    const file = join(root, path);
    if (!existsSync(file)) return;
    if (statSync(file).isDirectory()) for (const name of readdirSync(file).sort()) add(`${path}/${name}`);
    else hash.update(`${path}\0`).update(createHash("sha256").update(readFileSync(file)).digest());
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}
