import semver from "semver";
import type { ShapeFile } from "../generate/read-contracts.ts";
import { type Change, compareShapes, type Level, type Side } from "./compare-shapes.ts";

/** The contract files that have a version, and to whom each is a promise. */
export const VERSIONED_FILES: Record<string, Side> = {
  "inputs.schema.json": "inputs",
  "responses.schema.json": "replies",
  "outputs.schema.json": "replies",
};

/** The text of each versioned file by its name. */
export type ContractTexts = Record<string, string>;

/** The released contracts by version. */
export type Released = Record<string, ContractTexts>;

const LEVELS: Level[] = ["patch", "minor", "major"];

const MEANING: Record<Level, string> = {
  major: "breaking",
  minor: "additive",
  patch: "words alone",
};

/** The version that every file of a contract carries, or `undefined` if they carry none or different ones. */
export function versionOf(contract: ContractTexts): string | undefined {
  const texts = Object.keys(VERSIONED_FILES).flatMap((name) => contract[name] ?? []);
  const versions = new Set(texts.map(versionIn));
  const [version] = versions;
  return versions.size === 1 && /^[\d.]+$/.test(String(version)) && semver.valid(version)
    ? version
    : undefined;
}

/**
 * The faults of a contract's version, each with its remedy. The contract is compared with the last release, and each release with
 * the one before.
 */
export function versionFaults(current: ContractTexts, released: Released): string[] {
  const version = versionOf(current);
  if (version === undefined) {
    const files = Object.keys(VERSIONED_FILES).join(", ");
    return [`${files} must carry the same "x-contract-version", three numbers such as 1.0.0.`];
  }
  const misplaced = misplacedReleases(released);
  if (misplaced.length > 0) return misplaced;

  const versions = semver.sort(Object.keys(released));
  const contracts = [...versions.map((name) => released[name] ?? {}), current];
  return contracts.slice(1).flatMap((contract, index) => stepFaults(contracts[index] ?? {}, contract));
}

/** Releases whose folder is not named by their version. */
function misplacedReleases(released: Released): string[] {
  return Object.entries(released).flatMap(([folder, contract]) => {
    const version = versionOf(contract);
    return version === folder ? [] : [`contracts/released/${folder} holds version ${version ?? "none"}.`];
  });
}

/** Why one contract may not follow another. */
function stepFaults(before: ContractTexts, after: ContractTexts): string[] {
  const [from, to] = [versionOf(before) ?? "", versionOf(after) ?? ""];
  const changes = Object.entries(VERSIONED_FILES).flatMap(([name, side]) =>
    changesOf(name, before[name], after[name], side, from === to),
  );
  if (semver.lt(to, from)) return [`The contract is ${to}, and ${from} is released already.`];
  const level = LEVELS.findLast((candidate) => changes.some((change) => change.level === candidate));
  if (level === undefined) return [];
  const needed = semver.inc(from, level) ?? "";
  if (semver.gte(to, needed)) return [];
  const lines = changes.map((change) => `  ${change.path} ${change.what}: ${MEANING[change.level]}`);
  return [
    [
      `The contract is ${to}, and it is not the ${from} that was released:`,
      ...lines,
      `Set "x-contract-version" to ${needed} or higher in all of them, run \`npm run generate\`, and before publishing ` +
        "`npm run release:contract`.",
    ].join("\n"),
  ];
}

/** The changes of one file. If nothing else differs, another order or layout counts as a patch. */
function changesOf(
  name: string,
  before: string | undefined,
  after: string | undefined,
  side: Side,
  isSameVersion: boolean,
): Change[] {
  // A release may lack a file that came later.
  if (before === undefined)
    return after === undefined ? [] : [{ path: name, what: "a new file", level: "minor" }];
  if (after === undefined) return [{ path: name, what: "the file was removed", level: "major" }];
  const changes = compareShapes(parsed(before), parsed(after), side);
  if (changes.length === 0 && isSameVersion && before !== after)
    changes.push({ path: "#", what: "is written in other words, another order or layout", level: "patch" });
  return changes.map((change) => ({ ...change, path: `${name}${change.path}` }));
}

const parsed = (text: string) => JSON.parse(text) as ShapeFile;
const versionIn = (text: string) => String(parsed(text)["x-contract-version"]);
