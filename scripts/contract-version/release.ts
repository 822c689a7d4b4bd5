import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ContractTexts,
  type Released,
  VERSIONED_FILES,
  versionFaults,
  versionOf,
} from "./check-versions.ts";

async function readTexts(folder: string, names: string[]): Promise<ContractTexts> {
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** The released contracts, none before the first release. */
async function readReleased(releases: string): Promise<Released> {
  const folders = existsSync(releases) ? await readdir(releases) : [];
  const contracts = folders.map(async (name) => {
    const folder = join(releases, name);
    return [name, await readTexts(folder, await readdir(folder))] as const;
  });
  return Object.fromEntries(await Promise.all(contracts));
}

/**
 * Copies the contract in the folder `contracts` to a folder of its version if it has none, and returns what to print.
 *
 * @param check `unreleased` only compares the version with the changes; `released` also asks for the copy
 * @throws if the version is too low for the changes, or if the copy that was asked for is missing
 */
export async function releaseContract(contracts: string, check?: "unreleased" | "released"): Promise<string> {
  const current = await readTexts(contracts, Object.keys(VERSIONED_FILES));
  const releases = join(contracts, "released");
  const released = await readReleased(releases);
  const faults = versionFaults(current, released);
  if (faults.length > 0) throw new Error(faults.join("\n"));

  const version = versionOf(current) ?? "";
  if (version in released) return `Contract ${version} is as it was released.`;
  if (check === "released") {
    throw new Error(
      `Contract ${version} is not released. Run \`npm run release:contract\` and commit the result.`,
    );
  }
  if (check === "unreleased")
    return `Contract ${version} is not released yet; \`npm run release:contract\` does that.`;

  const folder = join(releases, version);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(current)) await writeFile(join(folder, name), text);
  return `Released contract ${version}: commit contracts/released.`;
}
