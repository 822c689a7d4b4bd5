import type { Branch, Branches } from "./branches.ts";
import type { Commit } from "./commit.ts";
import { mergedBranch } from "./merged-branch.ts";

/** Branches that live on while others are made from them and merged into them. */
const LONG_LIVED =
  /^(main|master|trunk|dev|devel|develop|development|next|integration|staging|production|releases?([/-].*)?)$/;

/** The branch of each commit, by id; undefined if none is certain. */
export type BranchNames = ReadonlyMap<string, string | undefined>;

/**
 * Names the branch on which each commit was made. A wrong branch is worse than none:
 *
 * 1. The commits of the default branch, by first parents, have none. Those of other long-lived branches have its name, however near
 *    another branch begins.
 * 2. Others have that of the nearest branch by first parents. Before a fork of two branches, both are as near, so there is none.
 * 3. Commits that no branch reaches by first parents are named by the merge that brought them in, the oldest one.
 *
 * @param commits the newest first
 */
export function nameCommits(commits: readonly Commit[], { branches, defaults }: Branches): BranchNames {
  const byId = new Map(commits.map((commit) => [commit.id, commit]));
  const names = new Map<string, string | undefined>();
  const parentOf = (id: string) => byId.get(byId.get(id)?.parents[0] ?? "")?.id;

  function follow(tip: string, name: string | undefined): void {
    for (let id = byId.get(tip)?.id; id !== undefined && !names.has(id); id = parentOf(id))
      names.set(id, name);
  }

  const isDefault = ({ name }: Branch) => defaults.has(name);
  const isLongLived = ({ name }: Branch) => LONG_LIVED.test(name);
  for (const { tip } of branches.filter(isDefault)) follow(tip, undefined);
  const longLived = branches.filter((it) => !isDefault(it) && isLongLived(it));
  for (const { tip, name } of longLived.sort(byName)) follow(tip, name);
  const shortLived = branches.filter((it) => !isDefault(it) && !isLongLived(it));
  nameByNearest(shortLived, names, (id) => byId.has(id), parentOf);
  for (const { parents, subject } of commits.toReversed()) {
    const merged = parents.length === 2 ? mergedBranch(subject) : undefined;
    const name = merged !== undefined && defaults.has(merged) ? undefined : merged;
    for (const parent of parents.slice(1)) follow(parent, name);
  }
  return names;
}

const byName = (one: Branch, other: Branch) => (one.name < other.name ? -1 : 1);

/** Names commits from the tips on, each once all of its first-parent children on branches have theirs. */
function nameByNearest(
  branches: readonly Branch[],
  names: Map<string, string | undefined>,
  isKnown: (id: string) => boolean,
  parentOf: (id: string) => string | undefined,
): void {
  const tips = tipNames(branches);
  const children = new Map<string, number>();
  for (const tip of tips.keys()) {
    for (let id = isKnown(tip) ? tip : undefined; id !== undefined && !names.has(id) && !children.has(id); ) {
      children.set(id, 0);
      id = parentOf(id);
    }
  }
  for (const id of children.keys()) {
    const parent = parentOf(id);
    const count = parent === undefined ? undefined : children.get(parent);
    if (parent !== undefined && count !== undefined) children.set(parent, count + 1);
  }
  const ready = [...children].flatMap(([id, count]) => (count === 0 ? [id] : []));
  const inherited = new Map<string, string | undefined>();
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const name = tips.has(id) ? tips.get(id) : inherited.get(id);
    names.set(id, name);
    const parent = parentOf(id);
    const count = parent === undefined ? undefined : children.get(parent);
    if (parent === undefined || count === undefined) continue;
    inherited.set(parent, !inherited.has(parent) || inherited.get(parent) === name ? name : undefined);
    children.set(parent, count - 1);
    if (count === 1) ready.push(parent);
  }
}

/** The name of each tip: the user's own branch goes before a remote's, and two names are as certain as none. */
function tipNames(branches: readonly Branch[]): Map<string, string | undefined> {
  const own = new Set(branches.flatMap(({ tip, isRemote }) => (isRemote ? [] : [tip])));
  const names = new Map<string, string | undefined>();
  for (const { tip, name, isRemote } of branches) {
    if (isRemote && own.has(tip)) continue;
    names.set(tip, !names.has(tip) || names.get(tip) === name ? name : undefined);
  }
  return names;
}
