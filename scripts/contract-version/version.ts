import type { Level } from "./compare-shapes.ts";

type Version = [major: number, minor: number, patch: number];

/** The three numbers of a version `X.Y.Z`, or `undefined` where a text is none. */
export function parseVersion(text: unknown): Version | undefined {
  const numbers = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(String(text))?.slice(1).map(Number);
  return numbers as Version | undefined;
}

/** Negative where the left version is the lower one, positive where it is the higher one. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [numbersOf(left), numbersOf(right)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** The lowest version that is higher in the part named. */
export function raised(version: string, level: Level): string {
  const [major, minor, patch] = numbersOf(version);
  if (level === "major") return `${major + 1}.0.0`;
  return level === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

function numbersOf(version: string): Version {
  const numbers = parseVersion(version);
  if (!numbers) throw new Error(`"${version}" is no version: three numbers such as 1.0.0 are.`);
  return numbers;
}
