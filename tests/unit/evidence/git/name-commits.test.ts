import { expect, test } from "vitest";
import { CommitGraph, mergedBranch } from "../../../../src/evidence/git/commit-graph.ts";
import { nameCommits, parseBranches } from "../../../../src/evidence/git/name-commits.ts";

/**
 * Commits from the newest to the oldest, as `id: parent parent "subject"`, and refs as `name: id`; `DEFAULT: name` is the remote's
 * default branch. Returns the branch of each commit.
 */
function named(commits: string, refs: string): Record<string, string | undefined> {
  const rows = (text: string) => text.split(";").map((row) => row.trim().split(/:\s*/));
  const parsed = rows(commits).map(([id = "", rest = ""]) => {
    const [parents = "", subject = ""] = rest.split(/\s*"/);
    const texts = () => ({ author: "", committer: "", email: "", subject });
    return { id, parents: parents.split(" ").filter(Boolean), authoredAt: 0, committedAt: 0, texts };
  });
  const output = rows(refs).map(([name = "", value = ""]) => {
    if (name === "DEFAULT") return `refs/remotes/origin/HEAD x refs/remotes/origin/${value}`;
    const ref = name.startsWith("origin/") ? `refs/remotes/${name}` : `refs/heads/${name}`;
    return `${ref} ${value} `;
  });
  const graph = new CommitGraph();
  const numbers = parsed.map((commit) => graph.add(commit));
  const names = nameCommits(graph, parseBranches(output));
  return Object.fromEntries(
    parsed.flatMap(({ id }, index) => {
      const number = numbers[index] ?? -1;
      return names.has(number) ? [[id, names.get(number)]] : [];
    }),
  );
}

const NONE = undefined;

test.each<[string, string, string, Record<string, string | undefined>]>([
  [
    "a branch beside the default one has its own commits only",
    "d: c; e: b; c: b; b: a; a:",
    "main: e; DEMO-1: d",
    { a: NONE, b: NONE, c: "DEMO-1", d: "DEMO-1", e: NONE },
  ],
  [
    "a branch without a commit of its own takes none of the default branch",
    "c: b; b: a; a:",
    "main: c; DEMO-1: b",
    { a: NONE, b: NONE, c: NONE },
  ],
  [
    "a merged branch that still exists keeps its commits",
    `m: b d "Merge branch 'other'"; d: c; c: a; b: a; a:`,
    "main: m; DEMO-1: d",
    { a: NONE, b: NONE, c: "DEMO-1", d: "DEMO-1", m: NONE },
  ],
  [
    "a merged branch that was deleted is named by its merge",
    `m: b d "Merge branch 'DEMO-1'"; d: c; c: a; b: a; a:`,
    "main: m",
    { a: NONE, b: NONE, c: "DEMO-1", d: "DEMO-1", m: NONE },
  ],
  [
    "a branch that was merged twice is named by the older merge for its older commits",
    `n: m e "Merge branch 'DEMO-2'"; m: b d "Merge branch 'DEMO-1'"; e: d; d: a; b: a; a:`,
    "main: n",
    { a: NONE, b: NONE, d: "DEMO-1", e: "DEMO-2", m: NONE, n: NONE },
  ],
  [
    "a merge of several branches names none",
    `m: a b c "Merge branches 'DEMO-1' and 'DEMO-2'"; c: a; b: a; a:`,
    "main: m",
    { a: NONE, b: NONE, c: NONE, m: NONE },
  ],
  [
    "a merge of the default branch into itself, by a pull, names none",
    `m: b c "Merge branch 'main' of https://git.example.com/DEMO-9/api"; c: a; b: a; a:`,
    "main: m",
    { a: NONE, b: NONE, c: NONE, m: NONE },
  ],
  [
    "a branch that was made from another has its own commits, and the other its own",
    "d: c; c: b; b: a; a:",
    "main: a; DEMO-1: b; DEMO-2: d",
    { a: NONE, b: "DEMO-1", c: "DEMO-2", d: "DEMO-2" },
  ],
  [
    "commits before a fork of two branches have no branch",
    "e: c; d: c; c: b; b: a; a:",
    "main: a; DEMO-1: d; DEMO-2: e",
    { a: NONE, b: NONE, c: NONE, d: "DEMO-1", e: "DEMO-2" },
  ],
  [
    "a fork of a branch and its own remote is no fork",
    "e: c; d: c; c: b; b: a; a:",
    "main: a; DEMO-1: d; origin/DEMO-1: e",
    { a: NONE, b: "DEMO-1", c: "DEMO-1", d: "DEMO-1", e: "DEMO-1" },
  ],
  [
    "a branch of a remote is named without the remote, and the user's own name for it goes first",
    "c: a; b: a; a:",
    "main: a; origin/feature/DEMO-1: b; mine: c; origin/feature/DEMO-2: c",
    { a: NONE, b: "feature/DEMO-1", c: "mine" },
  ],
  ["two branches at one commit name none", "b: a; a:", "main: a; DEMO-1: b; DEMO-2: b", { a: NONE, b: NONE }],
  [
    "the default branch is that of the remote, and main is long-lived",
    "d: b; c: b; b: a; a:",
    "DEFAULT: develop; origin/develop: c; main: a; DEMO-1: d",
    { a: NONE, b: NONE, c: NONE, d: "DEMO-1" },
  ],
  [
    "a long-lived branch keeps its commits, however near another one begins",
    "e: b; d: c; c: b; b: a; a:",
    "main: a; develop: d; DEMO-1: e; DEMO-2: b",
    { a: NONE, b: "develop", c: "develop", d: "develop", e: "DEMO-1" },
  ],
  [
    "a branch whose commits were not read names none",
    "b: a; a: z",
    "main: b; DEMO-1: y",
    { a: NONE, b: NONE },
  ],
])("%s", (_, commits, refs, expected) => {
  expect(named(commits, refs)).toEqual(expected);
});

test.each([
  ["Merge branch 'feature/DEMO-1'", "feature/DEMO-1"],
  ["Merge branch 'feature/DEMO-1' into DEMO-2", "feature/DEMO-1"],
  ["Merge remote-tracking branch 'origin/DEMO-1' into main", "DEMO-1"],
  ["Merge pull request #7 from kim/feature/DEMO-1", "feature/DEMO-1"],
  ["Merged in feature/DEMO-1 (pull request #7)", "feature/DEMO-1"],
  ["Pull request #7: DEMO-1 Add login", "Pull request #7: DEMO-1 Add login"],
  ["", ""],
])("the merge %j brought %j", (subject, branch) => {
  expect(mergedBranch(subject)).toBe(branch);
});
