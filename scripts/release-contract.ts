/**
 * Holds the contract's version to what has changed since the last release.
 *
 *   npm run release:contract                       copies the contract to contracts/released/<version>/
 *   npm run release:contract -- --check            writes nothing; fails where the version does not say what has changed
 *   npm run release:contract -- --check-released   fails too where the version is not released: before publishing
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ContractTexts,
  type Released,
  VERSIONED_FILES,
  versionFaults,
  versionOf,
} from "./contract-version/check-versions.ts";

const CONTRACTS = join(import.meta.dirname, "../contracts");
const RELEASED = join(CONTRACTS, "released");

async function readTexts(folder: string, names: string[]): Promise<ContractTexts> {
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

async function readReleased(): Promise<Released> {
  const folders = (await readdir(RELEASED, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const contracts = folders.map(async ({ name }) => {
    const folder = join(RELEASED, name);
    return [name, await readTexts(folder, await readdir(folder))] as const;
  });
  return Object.fromEntries(await Promise.all(contracts));
}

async function release(version: string, contract: ContractTexts): Promise<void> {
  const folder = join(RELEASED, version);
  await mkdir(folder);
  for (const [name, text] of Object.entries(contract)) await writeFile(join(folder, name), text);
  console.log(`Released contract ${version}: commit contracts/released.`);
}

async function main(): Promise<void> {
  const current = await readTexts(CONTRACTS, Object.keys(VERSIONED_FILES));
  const released = await readReleased();
  const faults = versionFaults(current, released);
  if (faults.length > 0) throw new Error(faults.join("\n"));

  const version = versionOf(current) ?? "";
  if (version in released) {
    console.log(`Contract ${version} is as it was released.`);
  } else if (process.argv.includes("--check-released")) {
    throw new Error(
      `Contract ${version} is not released. Run \`npm run release:contract\` and commit the result.`,
    );
  } else if (process.argv.includes("--check")) {
    console.log(`Contract ${version} is not released yet; \`npm run release:contract\` does that.`);
  } else {
    await release(version, current);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
