import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputAsset, OutputChunk } from "rolldown";

export type OutputFiles = (OutputAsset | OutputChunk)[];

/** The licences of every package that a bundle holds, as one text: their terms ask that they travel with it. */
export async function thirdPartyLicences(files: OutputFiles): Promise<string> {
  const folders = files
    .flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
    .flatMap((path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? []);
  const sections = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? await readFile(join(folder, file), "utf8") : `Licence: ${license}`;
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(sections)).join(`\n${"-".repeat(80)}\n\n`);
}
