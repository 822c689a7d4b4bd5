import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder in which the package is installed, with its `contracts/` copied to the top, where programs are built. */
    installed: string;
  }
}

const ROOT = join(import.meta.dirname, "../..");

/** Packs the built package and installs it in an empty folder, so that the tests see what is shipped and nothing else. */
export default function installPackage(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-languages-"));
  const npm = (args: string[], cwd: string) => execFileSync("npm", args, { cwd, encoding: "utf8" });
  const [packed] = JSON.parse(
    npm(["pack", "--json", "--ignore-scripts", "--pack-destination", folder], ROOT),
  ) as { filename: string }[];
  npm(["install", "--offline", "--no-audit", "--no-fund", `./${packed?.filename}`], folder);
  cpSync(join(folder, "node_modules/tempofiller/contracts"), join(folder, "contracts"), { recursive: true });
  // What a program in TypeScript installs beside the package: Node's types.
  symlinkSync(join(ROOT, "node_modules/@types"), join(folder, "node_modules/@types"), "dir");
  project.provide("installed", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
