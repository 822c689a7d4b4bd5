/**
 * Checks the contract's version against what has changed since the last release.
 *
 *   npm run release:contract                       copies the contract to contracts/released/<version>/
 *   npm run release:contract -- --check            writes nothing; fails if the version is too low for the changes
 *   npm run release:contract -- --check-released   also fails if the version is not released; runs before publishing
 */
import { join } from "node:path";
import { releaseContract } from "./contract-version/release.ts";
import { printResult } from "./lib/print-result.ts";

const contracts = join(import.meta.dirname, "../contracts");
const check = process.argv.includes("--check-released")
  ? "released"
  : process.argv.includes("--check")
    ? "unreleased"
    : undefined;

await printResult(releaseContract(contracts, check));
