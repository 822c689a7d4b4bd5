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
  "--format=%(refname)%00%(objectname)%00%(symref)",
  "refs/heads",
  "refs/remotes",
];

const USUAL_DEFAULTS = ["main", "master", "trunk"];

export function parseBranches(output: string): Branches {
  const refs = output.split("\n").map((line) => line.split("\0"));
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
