import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BundledPackage } from "./bundled-packages.ts";

/** The licences of the bundled packages, as one text: their terms ask that they travel with the bundle. */
export async function thirdPartyLicences(packages: readonly BundledPackage[]): Promise<string> {
  const sections = packages.map(async ({ folder, name, version, license }) => {
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? await readFile(join(folder, file), "utf8") : `Licence: ${license}`;
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(sections)).join(`\n${"-".repeat(80)}\n\n`);
}
