/** A change from one branch to another in a working tree. */
export interface Checkout {
  /** Milliseconds since 1970. */
  at: number;
  /** The branch that it leaves; undefined for a commit without a branch. */
  from: string | undefined;
}

/** The arguments of `git log` that print the reflog of a working tree, for `parseReflogEntry`. */
export const REFLOG_ARGS = ["--walk-reflogs", "--date=unix", "-z", "--format=%gd%n%gs"];

export interface ReflogEntry {
  /** Milliseconds since 1970; NaN if it cannot be read. */
  at: number;
  checkout: Checkout | undefined;
  /** The branches that it names. */
  branches: readonly string[];
}

export function parseReflogEntry(record: Buffer): ReflogEntry {
  const [name = "", message = ""] = record.toString().split("\n");
  const at = Number(/@\{(\d{1,12})\}$/.exec(name)?.[1] ?? Number.NaN) * 1000;
  const [, from, to = ""] = /^checkout: moving from (\S+) to (\S+)/.exec(message) ?? [];
  if (from === undefined) return { at, checkout: undefined, branches: [] };
  return { at, checkout: { at, from: isCommit(from) ? undefined : from }, branches: [from, to] };
}

function isCommit(name: string): boolean {
  return /^([\da-f]{40}|[\da-f]{64})$/.test(name);
}
