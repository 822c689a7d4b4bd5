import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { lines, readGit } from "./read-git.ts";
import { makeRepository, OWN, runGit } from "./repositories.ts";

interface Work {
  git(...args: string[]): void;
  /** Commits as a user does, a minute after the last one, on the branch that is checked out. */
  commit(subject: string, ...args: string[]): void;
  on(branch: string): void;
}

function workIn(folder: string): Work {
  let minute = 10;
  const git = (...args: string[]) => {
    minute += 1;
    const at = `2026-11-17T10:${minute}:00Z`;
    runGit(folder, args, {
      ...{ GIT_AUTHOR_NAME: "Kim", GIT_AUTHOR_EMAIL: OWN, GIT_AUTHOR_DATE: at },
      ...{ GIT_COMMITTER_NAME: "Kim", GIT_COMMITTER_EMAIL: OWN, GIT_COMMITTER_DATE: at },
    });
  };
  return {
    git,
    commit: (subject, ...args) => git("commit", "--allow-empty", "--quiet", "-m", subject, ...args),
    on: (branch) => git("switch", "--quiet", "-c", branch, "main"),
  };
}

const from = (branch: string) => ["switch", "--quiet", "-c", branch];

describe("a commit of which the branches leave open where it was made has the branch of this machine's reflog", () => {
  test.each<[what: string, work: (repository: Work) => void, expected: string[]]>([
    [
      "where another branch was made from its branch, and both went on",
      ({ git, commit, on }) => {
        on("DEMO-1");
        commit("Before");
        git(...from("DEMO-2"));
        commit("Second");
        git("switch", "--quiet", "DEMO-1");
        commit("After");
      },
      ["DEMO-1 | Before", "DEMO-2 | Second", "DEMO-1 | After"],
    ],
    [
      "where the default branch was moved forward to it, and its branch deleted",
      ({ git, commit, on }) => {
        on("DEMO-1");
        commit("Merged");
        git("switch", "--quiet", "main");
        git("merge", "--quiet", "--ff-only", "DEMO-1");
        git("branch", "-d", "DEMO-1");
        commit("On main");
      },
      ["DEMO-1 | Merged", "no branch | On main"],
    ],
    [
      "where two branches end at it, and it was amended",
      ({ git, commit, on }) => {
        on("DEMO-1");
        commit("Draft");
        commit("Amended", "--amend", "--reset-author");
        git("branch", "backup");
      },
      ["DEMO-1 | Amended"],
    ],
    [
      "where it was made in another working tree",
      ({ git, commit, on }) => {
        on("DEMO-1");
        git("worktree", "add", "--quiet", "../second", "-b", "DEMO-2");
        git("-C", "../second", "commit", "--allow-empty", "--quiet", "-m", "There");
        git("branch", "backup", "DEMO-2");
        commit("Here");
      },
      ["DEMO-2 | There", "DEMO-1 | Here"],
    ],
    [
      "but not without a branch, on a long-lived one, or where a rebase copied it",
      ({ git, commit, on }) => {
        git("switch", "--quiet", "--detach", "main");
        commit("Detached");
        git("branch", "one");
        git("branch", "two");
        git("switch", "--quiet", "-c", "release/1", "main");
        commit("Fixed");
        git("switch", "--quiet", "main");
        git("merge", "--quiet", "--ff-only", "release/1");
        on("DEMO-3");
        commit("Rebased");
        git("rebase", "--quiet", "--force-rebase", "HEAD~1");
        git("branch", "backup");
      },
      ["no branch | Detached", "no branch | Fixed", "no branch | Rebased"],
    ],
    [
      "and not where it was moved to another branch, or its branch renamed",
      ({ git, commit, on }) => {
        on("DEMO-1");
        commit("Moved");
        git("branch", "DEMO-2");
        git("reset", "--quiet", "--hard", "HEAD~1");
        commit("Stays");
        on("wip");
        commit("Renamed");
        git("switch", "--quiet", "main");
        git("branch", "-m", "wip", "DEMO-3");
      },
      ["DEMO-2 | Moved", "DEMO-1 | Stays", "DEMO-3 | Renamed"],
    ],
  ])("%s", async (_, work, expected) => {
    const folder = temporaryFolder();
    const { commit, git } = makeRepository(join(folder, "api"));
    commit({ at: "2026-10-01T10:00:00Z", subject: "Base", branch: "main" });
    git("reset", "--quiet", "--hard");
    work(workIn(join(folder, "api")));
    const found = lines(await readGit([folder]));
    expect(found.map((line) => line.split(" | ").slice(3).join(" | "))).toEqual(expected);
  });
});
