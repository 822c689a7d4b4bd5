import { USUAL_DEFAULTS } from "../../timesheet/draft/evidence.ts";

/** A branch of a repository. */
export interface Branch {
  /** The name without that of its remote. */
  name: string;
  isRemote: boolean;
  /** The id of its newest commit. */
  tip: string;
}

export interface Branches {
  branches: Branch[];
  /** The branch that others are merged into: that of the remote, else each of the usual names. */
  defaults: ReadonlySet<string>;
}

/** The arguments of git that print branches, for `parseBranches`. */
export const BRANCH_ARGS = [
  "for-each-ref",
  "--format=%(refname) %(objectname) %(symref)%00",
  "refs/heads",
  "refs/remotes",
];

/** @param records of git; each but the first begins with a line end, which no name of a branch has */
export function parseBranches(records: readonly string[]): Branches {
  const refs = records.map((record) => record.trimStart().split(" "));
  const branches = refs.flatMap(([ref = "", tip = "", target]) => {
    const branch = branchOf(ref);
    return branch && target === "" ? [{ ...branch, tip }] : [];
  });
  const heads = refs.flatMap(([ref = "", , target = ""]) =>
    /^refs\/remotes\/.+\/HEAD$/.test(ref) ? (branchOf(target)?.name ?? []) : [],
  );
  return { branches, defaults: new Set(heads.length > 0 ? heads : USUAL_DEFAULTS) };
}

function branchOf(ref: string): { name: string; isRemote: boolean } | undefined {
  const [, kind, name] = /^refs\/(heads|remotes\/[^/]+)\/(.+)$/s.exec(ref) ?? [];
  return name === undefined ? undefined : { name, isRemote: kind !== "heads" };
}
