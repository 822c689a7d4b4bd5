import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { lines, readGit } from "./read-git.ts";
import { makeRepository, OWN, runGit } from "./repositories.ts";

/** A repository with a commit of the user long ago. */
function repository(folder: string) {
  const made = makeRepository(folder);
  const id = made.commit({ at: "2026-10-01T10:00:00Z", subject: "Begin", branch: "main" });
  // No reflog of this moment.
  rmSync(join(folder, ".git/logs"), { recursive: true, force: true });
  return { ...made, id };
}

test("a checkout on a day without a commit is evidence of the branch that it leaves", async () => {
  const folder = temporaryFolder();
  const { checkout } = repository(join(folder, "api"));
  checkout("DEMO-1-login", "main", "2026-11-17T10:00:00Z");
  expect(await readGit([folder])).toEqual({
    evidence: [
      {
        kind: "checkout",
        source: "git",
        at: Date.parse("2026-11-17T10:00:00Z"),
        texts: ["DEMO-1-login"],
        place: join(folder, "api"),
        placeName: "api",
        detail: "DEMO-1-login",
      },
    ],
    leftOut: {},
    found: "1 repository, 0 commits, 1 checkout",
    problems: [],
  });
});

test.each([
  ["its own commit, on the user's date", { at: "2026-11-18T00:30:00+01:00" }, []],
  ["its own commit, on the UTC date alone", { at: "2026-11-17T01:30:00+01:00" }, ["checkout"]],
  ["a commit by others", { at: "2026-11-18T12:00:00Z", email: "lee@example.com" }, ["checkout"]],
])("a checkout counts by whether its day has %s", async (_, commit, kinds) => {
  const folder = temporaryFolder();
  const made = repository(folder);
  made.commit({ ...commit, subject: "Work", branch: "work" });
  rmSync(join(folder, ".git/logs"), { recursive: true, force: true });
  made.checkout("DEMO-1", "main", "2026-11-18T10:00:00Z");
  const { evidence } = await readGit([folder], { emails: [OWN] });
  expect(evidence.flatMap(({ kind }) => (kind === "commit" ? [] : [kind]))).toEqual(kinds);
});

test("a commit in another repository leaves the checkouts of this one", async () => {
  const folder = temporaryFolder();
  repository(join(folder, "api")).checkout("DEMO-1", "main", "2026-11-17T10:00:00Z");
  const web = repository(join(folder, "web"));
  web.commit({ at: "2026-11-17T11:00:00Z", subject: "Work", branch: "work" });
  expect(lines(await readGit([folder]))).toEqual([
    "2026-11-17T10:00:00.000Z | checkout | api | DEMO-1 | ",
    "2026-11-17T11:00:00.000Z | commit | web | work | Work",
  ]);
});

test("only checkouts of the range count, and the default branch and a commit are no branch", async () => {
  const folder = temporaryFolder();
  const { checkout, id } = repository(join(folder, "api"));
  checkout("early", "main", "2026-11-15T10:00:00Z");
  checkout("main", "DEMO-1", "2026-11-16T10:00:00Z");
  checkout(id, "main", "2026-11-17T10:00:00Z");
  checkout("DEMO-1", "DEMO-1", "2026-11-18T10:00:00Z");
  checkout("late", "main", "2026-11-21T10:00:00Z");
  expect(lines(await readGit([folder]))).toEqual([
    "2026-11-16T10:00:00.000Z | checkout | api | no branch | ",
    "2026-11-17T10:00:00.000Z | checkout | api | no branch | ",
    "2026-11-18T10:00:00.000Z | checkout | api | DEMO-1 | ",
  ]);
});

test("checkouts of each working tree count, and resets, merges and pulls are none", async () => {
  const folder = temporaryFolder();
  const { checkout, git } = repository(join(folder, "api"));
  git("worktree", "add", "--quiet", join(folder, "second"), "-b", "work");
  checkout("DEMO-1", "main", "2026-11-17T10:00:00Z");
  const second = { ...makeCheckouts(join(folder, "second")) };
  second.write("checkout: moving from DEMO-2 to work", "2026-11-17T11:00:00Z");
  second.write("reset: moving to HEAD", "2026-11-17T12:00:00Z");
  second.write("merge main: Fast-forward", "2026-11-17T13:00:00Z");
  expect(lines(await readGit([folder]))).toEqual([
    "2026-11-17T10:00:00.000Z | checkout | api | DEMO-1 | ",
    "2026-11-17T11:00:00.000Z | checkout | api | DEMO-2 | ",
  ]);
});

function makeCheckouts(folder: string) {
  return {
    /** Writes an entry into the reflog of a working tree. */
    write(message: string, at: string): void {
      runGit(folder, ["update-ref", "--no-deref", "--create-reflog", "-m", message, "HEAD", "HEAD"], {
        GIT_COMMITTER_NAME: "Kim",
        GIT_COMMITTER_EMAIL: OWN,
        GIT_COMMITTER_DATE: at,
      });
    },
  };
}
