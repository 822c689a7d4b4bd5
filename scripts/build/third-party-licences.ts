import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { groupBy } from "../../src/timesheet/group-by.ts";
import type { BundledPackage } from "./bundled-packages.ts";

/**
 * The licences of the bundled packages, as one text: their terms ask that they travel with the bundle. Packages with the same text, to the
 * byte, share it.
 */
export async function thirdPartyLicences(packages: readonly BundledPackage[]): Promise<string> {
  const licensed = await Promise.all(packages.map(async (it) => ({ ...it, text: await licenceOf(it) })));
  return [...groupBy(licensed, ({ text }) => text)]
    .map(([text, group]) => {
      const names = group.map(({ name, version, license }) => `${name} ${version} (${license})`);
      return `${names.join("\n")}\n\n${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

async function licenceOf({ folder, license }: BundledPackage): Promise<string> {
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  return file ? (await readFile(join(folder, file), "utf8")).trim() : `Licence: ${license}`;
}
