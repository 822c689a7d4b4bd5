import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { GitError, type GitRun, type RunGit } from "../../../../src/evidence/git/run-git.ts";
import { systemClock } from "../../../../src/runtime/clock.ts";
import { CancelledError } from "../../../../src/timesheet/errors.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { readGit } from "./read-git.ts";
import { makeRepository, OWN } from "./repositories.ts";

let folder = "";

beforeEach(() => {
  folder = temporaryFolder();
  for (const name of ["a", "b", "c", "d", "e"]) makeRepository(join(folder, name));
});

/** Stands for git, and counts the processes and the walks of histories that run at the same time. */
function countingGit(work: (run: GitRun) => Promise<void> = () => wait(2)) {
  const running = { all: 0, walks: 0 };
  const most = { all: 0, walks: 0 };
  const run: RunGit = async (asked) => {
    const isWalk = asked.args.includes("--all");
    running.all += 1;
    running.walks += Number(isWalk);
    most.all = Math.max(most.all, running.all);
    most.walks = Math.max(most.walks, running.walks);
    try {
      await work(asked);
    } finally {
      running.all -= 1;
      running.walks -= Number(isWalk);
    }
  };
  return { run, most };
}

describe("at most four processes of git run, two of which walk a history, while", () => {
  test.each<[what: string, drafts: number, work?: (run: GitRun) => Promise<void>]>([
    ["one draft is made", 1],
    ["two drafts are made", 2],
    ["40 drafts are made", 40],
    [
      "40 drafts are made of repositories that cannot be read",
      40,
      () => wait(1).then(() => Promise.reject(new GitError("broken"))),
    ],
  ])("%s", async (_, drafts, work) => {
    const { run, most } = countingGit(work);
    const read = await Promise.all(
      Array.from({ length: drafts }, () => readGit([folder], { emails: [OWN], run })),
    );
    expect(most).toEqual({ all: 4, walks: work ? 0 : 2 });
    const found = new Set(read.map((it) => it.found));
    expect([...found]).toEqual([work ? "0 repositories, 0 commits" : "5 repositories, 0 commits"]);
  });
});

describe("a draft whose turn for git does not come", () => {
  /** A draft that uses every turn until the test ends it. */
  function holdTurns() {
    const stop = new AbortController();
    const { run } = countingGit(({ signal }) => wait(60_000, undefined, { signal }).catch(() => {}));
    const held = readGit([folder], { emails: [OWN], run, signal: stop.signal }).catch(
      (error: unknown) => error,
    );
    return async () => {
      stop.abort();
      expect(await held).toBeInstanceOf(CancelledError);
    };
  }

  test("ends as cancelled at once if the caller cancels it", async () => {
    const release = holdTurns();
    await wait(50);
    const stop = new AbortController();
    const { run, most } = countingGit();
    const waiting = readGit([folder], { emails: [OWN], run, signal: stop.signal });
    await wait(50);
    stop.abort();
    await expect(waiting).rejects.toThrow(CancelledError);
    expect(most.all).toBe(0);
    await release();
  });

  test("ends once its time is over, and says what was not read", async () => {
    const release = holdTurns();
    await wait(50);
    const { run, most } = countingGit();
    const { problems } = await readGit([folder], { emails: [OWN], run, deadline: systemClock.now() + 200 });
    expect(problems).toEqual([
      "5 repositories were not read before the time was over. Set TEMPO_GIT_FOLDERS to fewer folders.",
    ]);
    expect(most.all).toBe(0);
    await release();
  });

  test("is read once the other draft is cancelled", async () => {
    const release = holdTurns();
    await wait(50);
    const { run } = countingGit();
    const waiting = readGit([folder], { emails: [OWN], run });
    await release();
    expect((await waiting).found).toBe("5 repositories, 0 commits");
  });
});
