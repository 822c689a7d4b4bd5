import type { LimitFunction } from "p-limit";
import { shortText } from "../../text/lengths.ts";
import { addDays, type DateRange } from "../../timesheet/dates.ts";
import { LONG_LIVED } from "../../timesheet/draft/evidence.ts";
import { COMMIT_FORMAT, type Commit, CommitGraph, type CommitNumber, parseCommit } from "./commit-graph.ts";
import type { Repository } from "./find-repositories.ts";
import { BRANCH_ARGS, type Branches, nameCommits, parseBranches } from "./name-commits.ts";

/** The newest commits, by commit date, that are read of a repository: a walk of one with millions ends in a second. */
export const MAX_COMMITS = 50_000;

/** The newest entries that are read of the reflog of a working tree. */
export const MAX_REFLOG_ENTRIES = 20_000;

/** The user's work in a repository, and that of others, on the dates of a draft and a day around them. */
export interface History {
  repository: Repository;
  /** The user's own addresses in it, in lower case; empty if it has none. */
  emails: ReadonlySet<string>;
  commits: readonly KeptCommit[];
  /** The names of branches that say nothing about the work on them. */
  defaults: ReadonlySet<string>;
  checkouts: readonly Checkout[];
  /** The branches that were checked out here at any time. */
  checkedOut: ReadonlySet<string>;
  /** The time before which nothing was read because there is too much, in milliseconds since 1970. */
  readSince: number;
}

/** A commit as far as drafts need it. */
export interface KeptCommit {
  /** Milliseconds since 1970. */
  authoredAt: number;
  committedAt: number;
  /** The addresses of the author and the committer in lower case. */
  email: string;
  committer: string;
  isBot: boolean;
  isMerge: boolean;
  subject: string;
  /** The branch on which it was made, if that is certain. */
  branch: string | undefined;
}

/** Runs git in a folder. @throws as `RunGit` does */
export type Git = (
  folder: string,
  args: readonly string[],
  onRecord: (record: Buffer) => void,
) => Promise<void>;

/**
 * The options of each `git log`. Commits alone: no signature is checked and no difference made, both of which may start a program. A
 * map of addresses is a file that the repository may place anywhere.
 */
const LOG =
  "log --no-show-signature --no-patch --no-ext-diff --no-textconv --no-mailmap --no-notes --no-decorate --no-color".split(
    " ",
  );

/** Stashes, notes and replacements are commits for git alone. */
const NO_WORK = ["refs/stash", "refs/notes/*", "refs/replace/*"].map((ref) => `--exclude=${ref}`);

/**
 * Reads the newest commits of all branches, by commit date. Their author dates count, and git cannot search by those: they may be much
 * earlier or later, so the whole history is read, and of other dates than these only how it branches is kept for a while.
 *
 * @param emails the user's own addresses; if there are none, that of the repository's settings
 * @param dates those of which commits and checkouts are kept, in any zone
 * @param walks lets so many histories be walked at a time
 */
export async function readRepository(
  repository: Repository,
  emails: readonly string[],
  dates: DateRange,
  git: Git,
  walks: LimitFunction,
): Promise<History> {
  const isKept = isNear(dates);
  const folder = repository.path;
  const own = emails.length > 0 ? emails : await readEmails(folder, git);
  const branches = parseBranches(await readTexts(folder, BRANCH_ARGS, git));
  const reflogs: Reflog[] = [];
  let read: CommitsRead = { commits: [], since: 0 };
  if (own.length > 0) {
    for (const worktree of repository.worktrees) reflogs.push(await readReflog(worktree, isKept, git));
    const madeOn = new Map(reflogs.flatMap((reflog) => [...reflog.madeOn]));
    read = await walks(() => readCommits(folder, branches, madeOn, isKept, git));
  }
  return {
    repository,
    emails: new Set(own.map((email) => email.toLowerCase())),
    commits: read.commits,
    defaults: branches.defaults,
    checkouts: reflogs.flatMap(({ checkouts }) => checkouts),
    checkedOut: new Set(reflogs.flatMap((reflog) => [...reflog.branches])),
    readSince: Math.max(read.since, ...reflogs.map(({ since }) => since)),
  };
}

/** Tells whether a moment may be on these dates in any zone: none is further than a day from UTC. */
function isNear({ startDate, endDate }: DateRange): (at: number) => boolean {
  const from = Date.parse(addDays(startDate, -1));
  const until = Date.parse(addDays(endDate, 2));
  return (at) => from <= at && at < until;
}

interface CommitsRead {
  /** Those that are kept. */
  commits: KeptCommit[];
  /** The commit date before which none was read; 0 if all were. */
  since: number;
}

/** @param madeOn as in `Reflog` */
async function readCommits(
  folder: string,
  branches: Branches,
  madeOn: ReadonlyMap<string, string>,
  isKept: (at: number) => boolean,
  git: Git,
): Promise<CommitsRead> {
  const graph = new CommitGraph();
  const commits = new Map<CommitNumber, KeptCommit>();
  const loggedBranch = (id: string) => {
    const branch = madeOn.get(id) ?? "";
    return branch === "" || branches.defaults.has(branch) || LONG_LIVED.test(branch) ? undefined : branch;
  };
  let count = 0;
  let oldest = 0;
  const log = [...LOG, `--max-count=${MAX_COMMITS}`, ...COMMIT_FORMAT, ...NO_WORK, "--all", "--"];
  await git(folder, log, (record) => {
    const commit = parseCommit(record);
    const number = graph.add(commit);
    count += 1;
    oldest = commit.committedAt;
    if (isKept(commit.authoredAt)) commits.set(number, keptCommit(commit, loggedBranch(commit.id)));
  });
  const names = nameCommits(graph, branches);
  // A branch may have been renamed, or the commit moved to another one, since the reflog was written.
  for (const [number, commit] of commits) commit.branch = names.get(number) ?? commit.branch;
  return { commits: [...commits.values()], since: count === MAX_COMMITS ? oldest : 0 };
}

function keptCommit(
  { authoredAt, committedAt, parents, texts }: Commit,
  branch: string | undefined,
): KeptCommit {
  const { author, email, committer, subject } = texts();
  return {
    authoredAt,
    committedAt,
    email,
    committer,
    isBot: /\[bot\]$/i.test(author) || email.includes("[bot]"),
    isMerge: parents.length > 1,
    subject: shortText(subject),
    branch,
  };
}

interface Reflog {
  /** Those that are kept. */
  checkouts: Checkout[];
  /** The branches that were checked out at any time. */
  branches: ReadonlySet<string>;
  /** The branch that was checked out when a commit was made here, by the commit's id. */
  madeOn: ReadonlyMap<string, string>;
  /** The time before which nothing was read; 0 if all was. */
  since: number;
}

const HEAD_ARGS = ["rev-parse", "--quiet", "--verify", "--symbolic-full-name", "HEAD"];

const REFLOG_ARGS = ["--walk-reflogs", "--date=unix", "-z", "--format=%H%n%gd%n%gs"];

/** The reflog of a working tree. A branch without a commit yet has none, and git would fail. */
async function readReflog(folder: string, isKept: (at: number) => boolean, git: Git): Promise<Reflog> {
  const [head] = await readTexts(folder, HEAD_ARGS, git);
  if (head === undefined) return { checkouts: [], branches: new Set(), madeOn: new Map(), since: 0 };
  const checkouts: Checkout[] = [];
  let branch = head.trim().replace(/^refs\/heads\//, "");
  const branches = new Set([branch]);
  const madeOn = new Map<string, string>();
  let count = 0;
  let oldest = Number.POSITIVE_INFINITY;
  const log = [...LOG, `--max-count=${MAX_REFLOG_ENTRIES}`, ...REFLOG_ARGS, "HEAD", "--"];
  await git(folder, log, (record) => {
    const [id = "", name = "", message = ""] = record.toString().split("\n");
    const at = Number(/@\{(\d{1,12})\}$/.exec(name)?.[1] ?? Number.NaN) * 1000;
    count += 1;
    if (at < oldest) oldest = at;
    if (branch !== "HEAD" && /^commit\b/.test(message)) madeOn.set(id, branch);
    const [, from, to = ""] = /^checkout: moving from (\S+) to (\S+)/.exec(message) ?? [];
    if (from === undefined) return;
    // The newest entry comes first.
    branch = COMMIT_ID.test(from) ? "HEAD" : from;
    branches.add(from).add(to);
    if (isKept(at)) checkouts.push({ at, from: COMMIT_ID.test(from) ? undefined : from });
  });
  return { checkouts, branches, madeOn, since: count === MAX_REFLOG_ENTRIES ? oldest : 0 };
}

const COMMIT_ID = /^([\da-f]{40}|[\da-f]{64})$/;

async function readTexts(folder: string, args: readonly string[], git: Git): Promise<string[]> {
  const texts: string[] = [];
  await git(folder, args, (record) => texts.push(record.toString()));
  return texts;
}

/** An author may have another address than the user. */
const EMAIL_ARGS = ["config", "--null", "--get-regexp", "^(user|author)\\.email$"];

/** The last value of each name is the one that counts. */
async function readEmails(folder: string, git: Git): Promise<string[]> {
  const values = new Map<string, string>();
  for (const entry of await readTexts(folder, EMAIL_ARGS, git)) {
    const [name = "", email = ""] = entry.split("\n");
    values.set(name, email.trim());
  }
  return [...values.values()].filter((email) => email !== "");
}

/** A change from one branch to another in a working tree. */
export interface Checkout {
  /** Milliseconds since 1970. */
  at: number;
  /** The branch that it leaves; undefined for a commit without a branch. */
  from: string | undefined;
}
