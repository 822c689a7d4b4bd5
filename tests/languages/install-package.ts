import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { npm } from "../../scripts/lib/npm.ts";
import { isWanted } from "../helpers/install-parts.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder in which the package is installed, with its `contracts/` copied to the top, where programs are built. */
    installed: string;
  }
}

const ROOT = join(import.meta.dirname, "../..");

/** Packs the built package and installs it in an empty folder, so that the tests see what is shipped and nothing else. */
export default async function installPackage(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (!isWanted("languages")) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-languages-"));
  // Its own, lest npm installs into a folder above that has one.
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  const report = await npm(ROOT, "pack", "--ignore-scripts", "--json", "--pack-destination", folder);
  const [packed] = JSON.parse(report) as { filename: string }[];
  await npm(folder, "install", `./${packed?.filename}`);
  await cp(join(folder, "node_modules/tempofiller/contracts"), join(folder, "contracts"), {
    recursive: true,
  });
  // A program in TypeScript also installs Node's types.
  await symlink(join(ROOT, "node_modules/@types"), join(folder, "node_modules/@types"), "dir");
  project.provide("installed", folder);
  return () => rm(folder, { recursive: true, force: true });
}
