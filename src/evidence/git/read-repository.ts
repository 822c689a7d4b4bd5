import { BRANCH_ARGS, type Branches, parseBranches } from "./branches.ts";
import { type Checkout, parseReflog, REFLOG_ARGS, type Reflog } from "./checkouts.ts";
import { COMMIT_FORMAT, type Commit, parseCommits } from "./commit.ts";
import { MAX_COMMITS, MAX_REFLOG_ENTRIES } from "./limits.ts";
import { type BranchNames, nameCommits } from "./name-commits.ts";
import type { Repository } from "./repository.ts";

/** All that git says about a repository, for any range. */
export interface History {
  repository: Repository;
  /** The user's own addresses in it, in lower case; empty if it has none. */
  emails: ReadonlySet<string>;
  commits: readonly Commit[];
  branches: Branches;
  names: BranchNames;
  checkouts: readonly Checkout[];
  /** The time before which nothing was read because there is too much, in milliseconds since 1970. */
  readSince: number;
}

/** Runs git in a folder. @throws as `RunGit` does */
export type Git = (folder: string, args: readonly string[]) => Promise<string>;

/**
 * The options of each `git log`. Commits alone: no signature is checked and no difference made, both of which may start a program. A
 * map of addresses is a file that the repository may place anywhere.
 */
const LOG = [
  "log",
  "--no-show-signature",
  "--no-patch",
  "--no-ext-diff",
  "--no-textconv",
  "--no-mailmap",
  "--no-notes",
  "--no-decorate",
  "--no-color",
];

/** Stashes, notes and replacements are commits for git alone. */
const NO_WORK = ["refs/stash", "refs/notes/*", "refs/replace/*"].map((ref) => `--exclude=${ref}`);

/**
 * Reads the newest commits of all branches, by commit date: their author dates may be much earlier or later, and are compared with the
 * range afterwards.
 *
 * @param emails the user's own addresses; if there are none, that of the repository's settings
 */
export async function readRepository(
  repository: Repository,
  emails: readonly string[],
  git: Git,
): Promise<History> {
  const folder = repository.folder.path;
  const own = emails.length > 0 ? emails : parseEmails(await git(folder, EMAIL_ARGS));
  const branches = parseBranches(await git(folder, BRANCH_ARGS));
  const log = [...LOG, `--max-count=${MAX_COMMITS}`, ...COMMIT_FORMAT, ...NO_WORK, "--all", "--"];
  const commits = own.length > 0 ? parseCommits(await git(folder, log)) : [];
  const reflogs: Reflog[] = [];
  for (const worktree of commits.length > 0 ? repository.worktrees : []) {
    reflogs.push(await readReflog(worktree.path, git));
  }
  const isCut = commits.length === MAX_COMMITS;
  const cutReflogs = reflogs.filter(({ entries }) => entries === MAX_REFLOG_ENTRIES);
  return {
    repository,
    emails: new Set(own.map((email) => email.toLowerCase())),
    commits,
    branches,
    names: nameCommits(commits, branches),
    checkouts: reflogs.flatMap(({ checkouts }) => checkouts),
    readSince: Math.max(
      isCut ? (commits.at(-1)?.committedAt ?? 0) : 0,
      ...cutReflogs.map(({ since }) => since),
    ),
  };
}

/** The reflog of a working tree. A branch without a commit yet has none, and git would fail. */
async function readReflog(folder: string, git: Git): Promise<Reflog> {
  const head = await git(folder, ["rev-parse", "--quiet", "--verify", "HEAD"]);
  if (head === "") return parseReflog("");
  return parseReflog(
    await git(folder, [...LOG, `--max-count=${MAX_REFLOG_ENTRIES}`, ...REFLOG_ARGS, "HEAD", "--"]),
  );
}

/** An author may have another address than the user. */
const EMAIL_ARGS = ["config", "--null", "--get-regexp", "^(user|author)\\.email$"];

/** The last value of each name is the one that counts. */
function parseEmails(output: string): string[] {
  const values = new Map<string, string>();
  for (const entry of output.split("\0")) {
    const [name = "", email = ""] = entry.split("\n");
    if (name !== "") values.set(name, email.trim());
  }
  return [...values.values()].filter((email) => email !== "");
}
