import { LONG_LIVED, USUAL_DEFAULTS } from "../../timesheet/draft/evidence.ts";
import type { CommitGraph, CommitNumber } from "./commit-graph.ts";

/** The branch of each commit that has been named; undefined if none is certain. */
type BranchNames = Map<CommitNumber, string | undefined>;

/**
 * Names the branch on which each commit was made. A wrong branch is worse than none:
 *
 * 1. The commits of the default branch, by first parents, have none. Those of other long-lived branches have its name, however near
 *    another branch begins.
 * 2. Others have that of the nearest branch by first parents. Before a fork of two branches, both are as near, so there is none.
 * 3. Commits that no branch reaches by first parents are named by the merge that brought them in, the oldest one.
 *
 * The reflog of this machine may know those without a name.
 *
 * @param graph with the newest commits first
 */
export function nameCommits(graph: CommitGraph, { branches, defaults }: Branches): BranchNames {
  const names: BranchNames = new Map();

  function follow(tip: CommitNumber | undefined, name: string | undefined): void {
    for (let commit = tip; commit !== undefined && !names.has(commit); commit = graph.firstParentOf(commit))
      names.set(commit, name);
  }

  const isDefault = ({ name }: Branch) => defaults.has(name);
  const isLongLived = ({ name }: Branch) => LONG_LIVED.test(name);
  for (const { tip } of branches.filter(isDefault)) follow(graph.numberOf(tip), undefined);
  const longLived = branches.filter((it) => !isDefault(it) && isLongLived(it));
  for (const { tip, name } of longLived.sort(byName)) follow(graph.numberOf(tip), name);
  const shortLived = branches.filter((it) => !isDefault(it) && !isLongLived(it));
  nameByNearest(shortLived, names, graph);
  for (const merge of graph.merges.toReversed()) {
    const { branch } = merge;
    const name = branch !== undefined && defaults.has(branch) ? undefined : branch;
    for (const tip of graph.tipsOf(merge)) follow(tip, name);
  }
  return names;
}

const byName = (one: Branch, other: Branch) => (one.name < other.name ? -1 : 1);

/** Names commits from the tips on, each once all of its first-parent children on branches have theirs. */
function nameByNearest(branches: readonly Branch[], names: BranchNames, graph: CommitGraph): void {
  const tips = tipNames(branches, graph);
  const children = new Map<CommitNumber, number>();
  for (const tip of tips.keys()) {
    let commit: CommitNumber | undefined = tip;
    while (commit !== undefined && !names.has(commit) && !children.has(commit)) {
      children.set(commit, 0);
      commit = graph.firstParentOf(commit);
    }
  }
  for (const commit of children.keys()) {
    const parent = graph.firstParentOf(commit);
    const count = parent === undefined ? undefined : children.get(parent);
    if (parent !== undefined && count !== undefined) children.set(parent, count + 1);
  }
  const ready = [...children].flatMap(([commit, count]) => (count === 0 ? [commit] : []));
  const inherited = new Map<CommitNumber, string | undefined>();
  for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
    const name = tips.has(commit) ? tips.get(commit) : inherited.get(commit);
    names.set(commit, name);
    const parent = graph.firstParentOf(commit);
    const count = parent === undefined ? undefined : children.get(parent);
    if (parent === undefined || count === undefined) continue;
    inherited.set(parent, !inherited.has(parent) || inherited.get(parent) === name ? name : undefined);
    children.set(parent, count - 1);
    if (count === 1) ready.push(parent);
  }
}

/** The name of each tip: the user's own branch goes before a remote's, and two names are as certain as none. */
function tipNames(branches: readonly Branch[], graph: CommitGraph): Map<CommitNumber, string | undefined> {
  const own = new Set(branches.flatMap(({ tip, isRemote }) => (isRemote ? [] : [tip])));
  const names = new Map<CommitNumber, string | undefined>();
  for (const { tip, name, isRemote } of branches) {
    const commit = graph.numberOf(tip);
    if (commit === undefined || (isRemote && own.has(tip))) continue;
    names.set(commit, !names.has(commit) || names.get(commit) === name ? name : undefined);
  }
  return names;
}

/** A branch of a repository. */
interface Branch {
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
