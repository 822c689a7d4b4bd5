import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";

/** The tree without a file, which every repository knows. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

export const OWN = "kim@example.com";

/** The environment of git in tests, without the settings of the machine. */
export const GIT_ENV = {
  PATH: process.env.PATH ?? process.env.Path,
  SYSTEMROOT: process.env.SYSTEMROOT,
  HOME: tmpdir(),
  GIT_CONFIG_GLOBAL: devNull,
};

/** Seconds since 1970 of a local time such as `2026-11-16T09:10:00+01:00`. */
export const seconds = (time: string) => Date.parse(time) / 1000;

interface CommitOptions {
  /** Such as `2026-11-16T09:10:00+01:00`. */
  at: string;
  /** Default: the author date. */
  committedAt?: string;
  subject: string;
  author?: string;
  email?: string;
  /** The address of the committer; default: the author's. */
  committer?: string;
  parents?: readonly string[];
  /** The branch that moves to the commit, and whose tip is the parent unless `parents` says otherwise. */
  branch?: string;
}

/** A repository on disk in which commits are made at any time, by plumbing. */
export interface TestRepository {
  folder: string;
  git(...args: string[]): string;
  commit(options: CommitOptions): string;
  /** Moves a branch, or any other ref by its full name. */
  branch(name: string, commit: string): void;
  /** Writes a checkout into the reflog of HEAD. */
  checkout(from: string, to: string, at: string): void;
}

const templates = new Map<boolean, string>();

/** A folder as git makes it, with the empty tree; made once, since a process takes long. */
function templateOf(isBare: boolean): string {
  const folder = templates.get(isBare) ?? mkdtempSync(join(tmpdir(), "evidence-git-template-"));
  if (templates.has(isBare)) return folder;
  templates.set(isBare, folder);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  runGit(folder, ["init", "--quiet", "--initial-branch=main", ...(isBare ? ["--bare"] : [])]);
  runGit(folder, ["hash-object", "-w", "-t", "tree", "--stdin"]);
  return folder;
}

export function makeRepository(folder: string, { isBare = false, email = OWN } = {}): TestRepository {
  cpSync(templateOf(isBare), folder, { recursive: true });
  const git = (...args: string[]) => runGit(folder, args);
  if (email !== "")
    appendFileSync(join(folder, isBare ? "" : ".git", "config"), `[user]\n\temail = ${email}\n`);
  const refOf = (name: string) => (name.startsWith("refs/") ? name : `refs/heads/${name}`);
  return {
    folder,
    git,
    commit({ at, committedAt = at, subject, author = "Kim Example", email = OWN, ...more }) {
      const { committer = email, parents, branch } = more;
      const tip =
        branch === undefined ? "" : runGit(folder, ["for-each-ref", "--format=%(objectname)", refOf(branch)]);
      const of = parents ?? (tip === "" ? [] : [tip]);
      const id = runGit(
        folder,
        ["commit-tree", EMPTY_TREE, ...of.flatMap((parent) => ["-p", parent]), "-m", subject],
        {
          GIT_AUTHOR_NAME: author,
          GIT_AUTHOR_EMAIL: email,
          GIT_AUTHOR_DATE: at,
          GIT_COMMITTER_NAME: author,
          GIT_COMMITTER_EMAIL: committer,
          GIT_COMMITTER_DATE: committedAt,
        },
      );
      if (branch !== undefined) git("update-ref", "--no-deref", refOf(branch), id);
      return id;
    },
    branch: (name, commit) => void git("update-ref", "--no-deref", refOf(name), commit),
    checkout(from, to, at) {
      const tip = git("rev-parse", "HEAD");
      const line = `${tip} ${tip} Kim Example <${OWN}> ${seconds(at)} +0000\tcheckout: moving from ${from} to ${to}\n`;
      const log = join(folder, git("rev-parse", "--git-dir"), "logs");
      mkdirSync(log, { recursive: true });
      writeFileSync(join(log, "HEAD"), line, { flag: "a" });
    },
  };
}

/** Runs git as a user does: nothing of the hardening is in it. */
export function runGit(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input = "",
): string {
  return execFileSync("git", args, {
    cwd: folder,
    env: { ...GIT_ENV, ...env },
    encoding: "utf8",
    input,
    stdio: ["pipe", "pipe", "pipe"],
  }).trim();
}
