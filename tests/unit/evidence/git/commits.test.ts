import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { lines, readGit } from "./read-git.ts";
import { makeRepository, OWN } from "./repositories.ts";

test("a commit on a branch is evidence with its branch, subject and repository", async () => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(join(folder, "api"));
  commit({ at: "2026-11-17T10:30:00+01:00", subject: "DEMO-1 Add OAuth", branch: "feature/DEMO-1-login" });
  expect(await readGit([folder])).toEqual({
    evidence: [
      {
        kind: "commit",
        source: "git",
        at: Date.parse("2026-11-17T09:30:00Z"),
        texts: ["feature/DEMO-1-login", "DEMO-1 Add OAuth"],
        place: join(folder, "api"),
        placeName: "api",
        detail: "feature/DEMO-1-login",
        subject: "DEMO-1 Add OAuth",
      },
    ],
    leftOut: {},
    found: "1 repository, 1 commit",
    problems: [],
  });
});

test.each([
  ["the last second before the range", "2026-11-15T23:59:59+01:00", undefined, false],
  ["the first second of the range", "2026-11-16T00:00:00+01:00", undefined, true],
  ["the last second of the range", "2026-11-20T23:59:59+01:00", undefined, true],
  ["the first second after the range", "2026-11-21T00:00:00+01:00", undefined, false],
  ["the range, rebased a year later", "2026-11-17T10:00:00+01:00", "2027-11-17T10:00:00+01:00", true],
  [
    "the range, with a clock of 1970 at its commit",
    "2026-11-17T10:00:00+01:00",
    "1970-01-02T00:00:00Z",
    true,
  ],
  ["a year before, rebased in the range", "2025-11-17T10:00:00+01:00", "2026-11-17T10:00:00+01:00", false],
  ["the range, in another zone's next day", "2026-11-21T08:00:00+14:00", undefined, true],
])("a commit authored in %s: %s, committed %s, counts: %s", async (_, at, committedAt, counts) => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(folder);
  commit({ at: "2026-11-01T12:00:00Z", email: "old@example.com", subject: "Before", branch: "work" });
  commit({ at, ...(committedAt && { committedAt }), subject: "Work", branch: "work" });
  commit({ at: "2026-12-01T12:00:00Z", email: "new@example.com", subject: "After", branch: "work" });
  const { evidence } = await readGit([folder]);
  expect(evidence.map((it) => it.kind === "commit" && it.at)).toEqual(counts ? [Date.parse(at)] : []);
});

test("a commit is found below one that a wrong clock dated to 1970", async () => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(folder);
  commit({ at: "2026-11-17T10:00:00Z", subject: "Before the reset", branch: "work" });
  commit({ at: "1970-01-02T00:00:00Z", subject: "Without a clock", branch: "work" });
  commit({ at: "2026-11-18T10:00:00Z", subject: "After the reset", branch: "work" });
  expect((await readGit([folder])).found).toBe("1 repository, 2 commits");
});

test("merges, bots and commits by others are left out and counted", async () => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(folder);
  const at = (time: string) => ({ at: `2026-11-17T${time}:00Z` });
  const base = commit({ ...at("08:00"), subject: "Own", branch: "main" });
  const theirs = commit({ ...at("09:00"), subject: "Theirs", email: "lee@example.com", parents: [base] });
  commit({ ...at("10:00"), subject: "Merge branch 'lee'", parents: [base, theirs], branch: "main" });
  commit({
    ...at("11:00"),
    subject: "Bump",
    author: "dependabot[bot]",
    email: "49699333+dependabot[bot]@users.noreply.github.com",
    branch: "main",
  });
  commit({ ...at("12:00"), subject: "Format", author: "format[bot]", branch: "main" });
  commit({ ...at("13:00"), subject: "Own, by a person named Bot", author: "Jan Bot", branch: "main" });
  commit({
    at: "2026-11-01T13:00:00Z",
    subject: "Theirs, earlier",
    email: "lee@example.com",
    branch: "main",
  });
  const { found, leftOut } = await readGit([folder]);
  expect({ found, leftOut }).toEqual({
    found: "1 repository, 2 commits",
    leftOut: { "by others": 1, merge: 1, bot: 2 },
  });
});

test.each<[string, string[], string, string[]]>([
  ["user.email of the repository", [], OWN, ["Own"]],
  ["user.email in any case", [], "Kim@Example.COM", ["Own"]],
  ["the addresses of the setting alone", ["kim@work.example", "KIM@old.example"], OWN, ["Old", "Work"]],
])("own commits are those of %s", async (_, emails, userEmail, subjects) => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(folder, { email: userEmail });
  for (const [email, subject] of [
    [OWN, "Own"],
    ["kim@work.example", "Work"],
    ["kim@OLD.example", "Old"],
    ["lee@example.com", "Lee's"],
  ]) {
    commit({ at: "2026-11-17T10:00:00Z", email: email ?? "", subject: subject ?? "", branch: "work" });
  }
  const { evidence, leftOut } = await readGit([folder], { emails });
  expect(evidence.map((it) => it.kind === "commit" && it.subject).toSorted()).toEqual(subjects);
  expect(leftOut).toEqual({ "by others": 4 - subjects.length });
});

test("an author's own address counts, where it is not that of the user", async () => {
  const folder = temporaryFolder();
  const { commit, git } = makeRepository(folder);
  git("config", "author.email", "kim@work.example");
  commit({ at: "2026-11-17T10:00:00Z", email: "kim@work.example", subject: "Work", branch: "work" });
  expect((await readGit([folder])).found).toBe("1 repository, 1 commit");
});

test("a repository without an address says so, and what to set", async () => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(join(folder, "api"), { email: "" });
  commit({ at: "2026-11-17T10:00:00Z", subject: "Work", branch: "work" });
  expect(await readGit([folder])).toEqual({
    evidence: [],
    leftOut: {},
    found: "1 repository, 0 commits",
    problems: [
      `${join(folder, "api")} has no user.email, so your commits in it are not known. Set it there, or set TEMPO_GIT_EMAILS to ` +
        "your addresses.",
    ],
  });
  expect((await readGit([folder], { emails: [OWN] })).found).toBe("1 repository, 1 commit");
});

test("a commit in two clones, rebased and cherry-picked counts once, with its branch", async () => {
  const folder = temporaryFolder();
  const same = { at: "2026-11-17T10:00:00Z", subject: "DEMO-1 Add login" };
  const first = makeRepository(join(folder, "a"), { email: "other@example.com" });
  first.commit({ ...same, branch: "DEMO-1" });
  const second = makeRepository(join(folder, "b"));
  second.commit({ ...same, branch: "main" });
  const third = makeRepository(join(folder, "c"));
  const base = third.commit({ at: "2026-10-01T10:00:00Z", subject: "Base", branch: "main" });
  third.commit({ ...same, committedAt: "2026-11-18T10:00:00Z", parents: [base], branch: "backport" });
  third.commit({ ...same, parents: [base], branch: "feature/DEMO-1" });
  third.commit({ ...same, committedAt: "2026-11-19T10:00:00Z", branch: "main" });
  const read = await readGit([folder]);
  expect(lines(read)).toEqual(["2026-11-17T10:00:00.000Z | commit | c | feature/DEMO-1 | DEMO-1 Add login"]);
  expect({ found: read.found, leftOut: read.leftOut }).toEqual({
    found: "3 repositories, 1 commit",
    leftOut: {},
  });
});

test.each([
  ["author date", { at: "2026-11-17T10:00:01Z" }],
  ["subject", { subject: "Fix it too" }],
  ["author", { email: "kim@work.example" }],
])("commits that differ in their %s alone are two", async (_, change) => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(folder);
  const one = { at: "2026-11-17T10:00:00Z", subject: "Fix it" };
  commit({ ...one, branch: "one" });
  commit({ ...one, ...change, branch: "two" });
  expect((await readGit([folder], { emails: [OWN, "kim@work.example"] })).evidence).toHaveLength(2);
});

test("what is stashed, noted or replaced is no commit of the user", async () => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(folder);
  commit({ at: "2026-11-17T10:00:00Z", subject: "Work", branch: "work" });
  commit({ at: "2026-11-17T11:00:00Z", subject: "WIP on work", branch: "refs/stash" });
  commit({
    at: "2026-11-17T12:00:00Z",
    subject: "Notes added by 'git notes add'",
    branch: "refs/notes/commits",
  });
  commit({ at: "2026-11-17T13:00:00Z", subject: "Replaced", branch: "refs/replace/1" });
  expect(lines(await readGit([folder]))).toEqual([
    `2026-11-17T10:00:00.000Z | commit | ${basename(folder)} | work | Work`,
  ]);
});

test("an empty repository, and one without a branch at HEAD, are read", async () => {
  const folder = temporaryFolder();
  makeRepository(join(folder, "empty"));
  const { commit } = makeRepository(join(folder, "unborn"));
  commit({ at: "2026-11-17T10:00:00Z", subject: "Work", branch: "work" });
  const { found, problems } = await readGit([folder]);
  expect({ found, problems }).toEqual({ found: "2 repositories, 1 commit", problems: [] });
});
