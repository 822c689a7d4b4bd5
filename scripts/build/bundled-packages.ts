import { readFile, realpath } from "node:fs/promises";
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

/** The packages from whose data modules of our own are rendered. */
const RENDERED: Record<string, string> = { "src/generated/windows-zones.ts": "node_modules/cldr-core" };

/** The packages that a bundle holds, by the bundler's own list of modules. */
export async function bundledPackages(files: OutputFiles): Promise<BundledPackage[]> {
  const modules = files.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const rendered = Object.entries(RENDERED).flatMap(([module, folder]) =>
    modules.flatMap((path) =>
      path.replaceAll("\\", "/").endsWith(module) ? [realpath(path.slice(0, -module.length) + folder)] : [],
    ),
  );
  // The bundler names modules by their real paths.
  const folders = [...modules, ...(await Promise.all(rendered))].flatMap(
    (path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? [],
  );
  return Promise.all(
    [...new Set(folders)].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
      return { folder, name, version, license };
    }),
  );
}
