/** A change from one branch to another in a working tree. */
export interface Checkout {
  /** Milliseconds since 1970. */
  at: number;
  /** The branch that it leaves; undefined for a commit without a branch. */
  from: string | undefined;
}

/** The arguments of `git log` that print the reflog of a working tree, for `parseReflog`. */
export const REFLOG_ARGS = ["--walk-reflogs", "--date=unix", "-z", "--format=%gd%x00%gs"];

export interface Reflog {
  checkouts: Checkout[];
  /** How many entries of any kind there are. */
  entries: number;
  /** The time of the oldest one. */
  since: number;
}

/** @param output the newest entry first */
export function parseReflog(output: string): Reflog {
  const values = output.split("\0");
  const checkouts: Checkout[] = [];
  let entries = 0;
  let since = Number.POSITIVE_INFINITY;
  for (let index = 0; index + 1 < values.length; index += 2) {
    const at = Number(/@\{(\d{1,12})\}$/.exec(values[index] ?? "")?.[1] ?? Number.NaN) * 1000;
    entries += 1;
    since = Number.isNaN(at) ? since : Math.min(since, at);
    const from = /^checkout: moving from (\S+) to /.exec(values[index + 1] ?? "")?.[1];
    if (from !== undefined && !Number.isNaN(at))
      checkouts.push({ at, from: isCommit(from) ? undefined : from });
  }
  return { checkouts, entries, since };
}

function isCommit(name: string): boolean {
  return /^([\da-f]{40}|[\da-f]{64})$/.test(name);
}
