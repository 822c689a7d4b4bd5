import { createHash } from "node:crypto";
import type { ShapeFile } from "../generate/read-contracts.ts";
import { type Change, compareShapes, type Level, type Side } from "./compare-shapes.ts";
import { compareVersions, parseVersion, raised } from "./version.ts";

/** The contract files that have a version, and to whom each is a promise. */
export const VERSIONED_FILES: Record<string, Side> = {
  "inputs.schema.json": "inputs",
  "responses.schema.json": "replies",
};

/** The text of each versioned file by its name. */
export type ContractTexts = Record<string, string>;

/** The released contracts by version, and the digest of each of their files as it was when it was released. */
export interface Released {
  contracts: Record<string, ContractTexts>;
  digests: Record<string, Record<string, string>>;
}

const LEVELS: Level[] = ["patch", "minor", "major"];

const MEANING: Record<Level, string> = {
  major: "breaking",
  minor: "additive",
  patch: "words alone",
};

/** The version that every file of a contract carries, or `undefined` where they carry none, or not the same. */
export function versionOf(contract: ContractTexts): string | undefined {
  const versions = new Set(Object.keys(VERSIONED_FILES).map((name) => versionIn(contract[name])));
  const [version] = versions;
  return versions.size === 1 && parseVersion(version) ? String(version) : undefined;
}

/**
 * Why a contract may not stand as it does beside those that were released: one text per reason, with what to do; empty
 * where it may. It is compared with the last release, and each release with the one before.
 */
export function versionFaults(current: ContractTexts, released: Released): string[] {
  const version = versionOf(current);
  if (version === undefined) {
    const files = Object.keys(VERSIONED_FILES).join(" and ");
    return [`${files} must carry the same "x-contract-version", three numbers such as 1.0.0.`];
  }
  const broken = brokenReleases(released);
  if (broken.length > 0) return broken;

  const versions = releasedVersions(released);
  const standing = [...versions.map((name) => released.contracts[name] ?? {}), current];
  return standing.slice(1).flatMap((contract, index) => stepFaults(standing[index] ?? {}, contract));
}

/** The released versions, the lowest first. */
export function releasedVersions({ contracts }: Released): string[] {
  return Object.keys(contracts).sort(compareVersions);
}

/** The digest of each file of a contract. */
export function digestsOf(contract: ContractTexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(contract).map(([name, text]) => [name, createHash("sha256").update(text).digest("hex")]),
  );
}

/** Releases that are not what they were when they were released. */
function brokenReleases({ contracts, digests }: Released): string[] {
  const versions = [...new Set([...Object.keys(contracts), ...Object.keys(digests)])];
  return versions.flatMap((version) => {
    const contract = contracts[version] ?? {};
    const [now, then] = [digestsOf(contract), digests[version] ?? {}];
    const names = [...new Set([...Object.keys(now), ...Object.keys(then)])];
    const changed = names.filter((name) => now[name] !== then[name]);
    if (changed.length > 0)
      return changed.map(
        (name) =>
          `contracts/released/${version}/${name} is not what was released: what is released never changes. ` +
          "Put it back as it was in version control, with its line in released/digests.json.",
      );
    const named = versionOf(contract);
    return named === version ? [] : [`contracts/released/${version} holds version ${named ?? "none"}.`];
  });
}

/** Why one contract may not follow another. */
function stepFaults(before: ContractTexts, after: ContractTexts): string[] {
  const [from, to] = [versionOf(before) ?? "", versionOf(after) ?? ""];
  const changes = Object.entries(VERSIONED_FILES).flatMap(([name, side]) =>
    changesOf(name, before[name] ?? "", after[name] ?? "", side, from === to),
  );
  if (compareVersions(to, from) < 0) return [`The contract is ${to}, and ${from} is released already.`];
  const level = LEVELS.findLast((candidate) => changes.some((change) => change.level === candidate));
  if (level === undefined) return [];
  const needed = raised(from, level);
  if (compareVersions(to, needed) >= 0) return [];
  const lines = changes.map((change) => `  ${change.path} ${change.what}: ${MEANING[change.level]}`);
  return [
    [
      `The contract is ${to}, and it is not the ${from} that was released:`,
      ...lines,
      `Set "x-contract-version" to ${needed} or higher in both files, run \`npm run generate\`, and before publishing ` +
        "`npm run release:contract`.",
    ].join("\n"),
  ];
}

/** The changes of one file. Where nothing else differs, another order or layout is a change of words. */
function changesOf(
  name: string,
  before: string,
  after: string,
  side: Side,
  isSameVersion: boolean,
): Change[] {
  const changes = compareShapes(parsed(before), parsed(after), side);
  if (changes.length === 0 && isSameVersion && before !== after)
    changes.push({ path: "#", what: "is written in other words, another order or layout", level: "patch" });
  return changes.map((change) => ({ ...change, path: `${name}${change.path}` }));
}

const parsed = (text: string) => JSON.parse(text) as ShapeFile;
const versionIn = (text: string | undefined) =>
  text === undefined ? undefined : parsed(text)["x-contract-version"];
