import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputAsset, OutputChunk } from "rolldown";

export type OutputFiles = (OutputAsset | OutputChunk)[];

/** A package of which a bundle holds at least one module. */
export interface BundledPackage {
  /** Its folder, below the last `node_modules` of its path. */
  folder: string;
  name: string;
  version: string;
  license: string;
}

/** The packages that a bundle holds, by the bundler's own list of modules. */
export async function bundledPackages(files: OutputFiles): Promise<BundledPackage[]> {
  const folders = files
    .flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
    .flatMap((path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? []);
  return Promise.all(
    [...new Set(folders)].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
      return { folder, name, version, license };
    }),
  );
}
