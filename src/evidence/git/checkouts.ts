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
}

export function parseReflogEntry(record: Buffer): ReflogEntry {
  const [name = "", message = ""] = record.toString().split("\n");
  const at = Number(/@\{(\d{1,12})\}$/.exec(name)?.[1] ?? Number.NaN) * 1000;
  const from = /^checkout: moving from (\S+) to /.exec(message)?.[1];
  return { at, checkout: from === undefined ? undefined : { at, from: isCommit(from) ? undefined : from } };
}

function isCommit(name: string): boolean {
  return /^([\da-f]{40}|[\da-f]{64})$/.test(name);
}
