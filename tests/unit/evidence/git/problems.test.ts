import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitSource } from "../../../../src/evidence/git/git-source.ts";
import { GitError, type GitProblem, type RunGit } from "../../../../src/evidence/git/run-git.ts";
import { EvidenceError } from "../../../../src/timesheet/draft/evidence.ts";
import { CancelledError } from "../../../../src/timesheet/errors.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";
import { readGit, runnerIn, scopeOf, WEEK } from "./read-git.ts";
import { GIT_ENV, makeRepository } from "./repositories.ts";

const AT = "2026-11-17T10:00:00Z";

/** Two repositories with a commit each. */
function twoRepositories() {
  const folder = temporaryFolder();
  const [bad, good] = ["bad", "good"].map((name) => makeRepository(join(folder, name)));
  if (!bad || !good) throw new Error("two repositories");
  bad.commit({ at: AT, subject: "Bad", branch: "main" });
  good.commit({ at: AT, subject: "Good", branch: "main" });
  return { folder, bad };
}

type Bad = ReturnType<typeof twoRepositories>["bad"];

const BROKEN = "cannot be read by git. Run `git fsck` in it to see why.";

test.each<[string, (bad: Bad) => void, string]>([
  ["has no HEAD", ({ folder }) => rmSync(join(folder, ".git/HEAD")), BROKEN],
  ["has an empty folder .git", ({ folder }) => emptyGitFolder(folder), BROKEN],
  ["lacks its objects", ({ folder }) => emptyObjects(folder), BROKEN],
  ["has a branch that names a missing commit", (bad) => writeRef(bad, "1".repeat(40)), BROKEN],
  [
    "has settings that are no settings",
    ({ folder }) => writeFileSync(join(folder, ".git/config"), "[[["),
    BROKEN,
  ],
  ["has a format of the future", (bad) => bad.git("config", "core.repositoryFormatVersion", "99"), BROKEN],
])("a repository that %s costs its own evidence alone", async (_, arrange, why) => {
  const { folder, bad } = twoRepositories();
  arrange(bad);
  const { found, problems } = await readGit([folder]);
  expect({ found, problems }).toEqual({
    found: "1 repository, 1 commit",
    problems: [`${join(folder, "bad")} ${why}`],
  });
});

function emptyGitFolder(folder: string): void {
  rmSync(join(folder, ".git"), { recursive: true });
  mkdirSync(join(folder, ".git"));
}

function emptyObjects(folder: string): void {
  rmSync(join(folder, ".git/objects"), { recursive: true });
  mkdirSync(join(folder, ".git/objects"));
}

function writeRef({ folder }: Bad, id: string): void {
  writeFileSync(join(folder, ".git/refs/heads/broken"), `${id}\n`);
}

test("a broken repository in the working tree of another one is not read as that one", async () => {
  const folder = temporaryFolder();
  makeRepository(folder).commit({ at: AT, subject: "Outer", branch: "main" });
  mkdirSync(join(folder, "inner/.git"), { recursive: true });
  const { found, problems } = await readGit([folder]);
  expect({ found, problems }).toEqual({
    found: "1 repository, 1 commit",
    problems: [`${join(folder, "inner")} ${BROKEN}`],
  });
});

test("a bare repository that the user's settings forbid is named", async () => {
  const folder = temporaryFolder();
  makeRepository(join(folder, "src/api.git"), { isBare: true });
  const global = join(folder, "gitconfig");
  writeFileSync(global, "[safe]\n\tbareRepository = explicit\n");
  const { problems } = await readGit([join(folder, "src")], {
    env: { ...GIT_ENV, GIT_CONFIG_GLOBAL: global },
  });
  expect(problems).toEqual([
    `${join(folder, "src/api.git")} is a bare repository, which your git settings forbid to use (safe.bareRepository).`,
  ]);
});

// Only root can give a file to another user.
describe.skipIf(process.getuid?.() !== 0)("a repository of another user", () => {
  const arrange = () => {
    const { folder, bad } = twoRepositories();
    execFileSync("chown", ["-R", "12345", bad.folder]);
    chownSync(bad.folder, 12345, 0);
    return folder;
  };

  test("is not read", async () => {
    const folder = arrange();
    const { found, problems } = await readGit([folder]);
    expect({ found, problems }).toEqual({
      found: "1 repository, 1 commit",
      problems: [
        `${join(folder, "bad")} belongs to another user of this machine, so git does not read it. If you trust it, run ` +
          "`git config --global --add safe.directory` with its full path.",
      ],
    });
  });

  test("is read if the user's settings call it safe", async () => {
    const folder = arrange();
    const global = join(temporaryFolder(), "gitconfig");
    writeFileSync(global, "[safe]\n\tdirectory = *\n");
    const { found, problems } = await readGit([folder], { env: { ...GIT_ENV, GIT_CONFIG_GLOBAL: global } });
    expect({ found, problems }).toEqual({ found: "2 repositories, 2 commits", problems: [] });
  });
});

test.each<[GitProblem, string]>([
  ["old", "cannot be read, since git is too old. Install git 2.20 or newer."],
  [
    "slow",
    "was not read, since git took longer than 10 s. Run `git gc` in it, or take it out of TEMPO_GIT_FOLDERS.",
  ],
  ["large", "was not read, since git printed more than 64 MB about it. Take it out of TEMPO_GIT_FOLDERS."],
])("a repository for which git is too %s is named", async (problem, why) => {
  const { folder, bad } = twoRepositories();
  const { found, problems } = await readGit([folder], {
    run: failingIn(bad.folder, () => new GitError(problem)),
  });
  expect({ found, problems }).toEqual({
    found: "1 repository, 1 commit",
    problems: [`${bad.folder} ${why}`],
  });
});

function failingIn(folder: string, error: () => Error): RunGit {
  const run = runnerIn();
  return async (call) => {
    if (call.folder === folder) throw error();
    return run(call);
  };
}

test.skipIf(process.platform === "win32")("git that reads without end is killed", async () => {
  const { folder } = makeRepository(join(temporaryFolder(), "api"));
  rmSync(join(folder, ".git/config"));
  execFileSync("mkfifo", [join(folder, ".git/config")]);
  const run = runnerIn()({
    folder,
    args: ["log"],
    timeoutMs: 200,
    signal: new AbortController().signal,
    onRecord() {},
  });
  await expect(run).rejects.toEqual(new GitError("slow"));
});

test("git that prints without end is killed", async () => {
  const { bad } = twoRepositories();
  bad.commit({ at: AT, subject: "x".repeat(1000), branch: "main" });
  const { signal } = new AbortController();
  const run = runnerIn(
    GIT_ENV,
    1000,
  )({ folder: bad.folder, args: ["log"], timeoutMs: 5000, signal, onRecord() {} });
  await expect(run).rejects.toEqual(new GitError("large"));
});

test("an unknown option means that git is too old", async () => {
  const { bad } = twoRepositories();
  const { signal } = new AbortController();
  const run = runnerIn()({
    folder: bad.folder,
    args: ["log", "--from-the-future"],
    timeoutMs: 5000,
    signal,
    onRecord() {},
  });
  await expect(run).rejects.toEqual(new GitError("old"));
});

test("repositories for which the time is too short are counted", async () => {
  const { folder, bad } = twoRepositories();
  const clock = virtualClock();
  const run: RunGit = async (call) => {
    if (call.folder === bad.folder) clock.advance(call.timeoutMs);
    throw new GitError("slow");
  };
  const { found, problems } = await readGit([folder], { clock, deadline: 300, run });
  expect({ found, problems }).toEqual({
    found: "0 repositories, 0 commits",
    problems: [
      "2 repositories were not read before the time was over. Set TEMPO_GIT_FOLDERS to fewer folders.",
    ],
  });
});

test("of many problems the first are shown, and the others counted", async () => {
  const folder = temporaryFolder();
  const names = Array.from({ length: 12 }, (_, index) => `r${String(index).padStart(2, "0")}`);
  for (const name of names) mkdirSync(join(folder, name, ".git"), { recursive: true });
  expect((await readGit([folder])).problems).toEqual([
    ...names.slice(0, 4).map((name) => `${join(folder, name)} ${BROKEN}`),
    "8 more folders or repositories have problems like these.",
  ]);
});

test("how many repositories the time was too short for comes before all other problems", async () => {
  const folder = temporaryFolder();
  const names = Array.from({ length: 12 }, (_, index) => `r${String(index).padStart(2, "0")}`);
  for (const name of names) makeRepository(join(folder, name));
  const clock = virtualClock();
  let runs = 0;
  const run: RunGit = async ({ timeoutMs }) => {
    runs += 1;
    if (runs === 7) clock.advance(timeoutMs);
    throw new GitError(runs < 7 ? "broken" : "slow");
  };
  const { problems } = await readGit([join(folder, "none"), folder], { clock, deadline: 300, run });
  expect(problems).toEqual([
    "6 repositories were not read before the time was over. Set TEMPO_GIT_FOLDERS to fewer folders.",
    `${join(folder, "none")} does not exist. Set TEMPO_GIT_FOLDERS to folders that can be listed.`,
    ...names.slice(0, 2).map((name) => `${join(folder, name)} ${BROKEN}`),
    "4 more folders or repositories have problems like these.",
  ]);
});

test("without git the source fails with a sentence, and works once there is one", async () => {
  const { folder } = twoRepositories();
  const env: Record<string, string | undefined> = { PATH: "" };
  const source = gitSource({ folders: [folder], emails: [], run: runnerIn(env) });
  await expect(source.read(WEEK, scopeOf())).rejects.toEqual(
    new EvidenceError(
      "git was not found on the PATH, so no repository can be read. Install git, or start TempoFiller with a PATH that has it.",
    ),
  );
  Object.assign(env, GIT_ENV);
  expect((await source.read(WEEK, scopeOf())).found).toBe("2 repositories, 2 commits");
});

test.each(["before", "while"])("a call that is cancelled %s git runs ends as cancelled", async (when) => {
  const { folder } = twoRepositories();
  const call = new AbortController();
  const real = runnerIn();
  if (when === "before") call.abort();
  const run: RunGit = (options) => {
    call.abort();
    return real(options);
  };
  const read = readGit([folder], { signal: call.signal, run });
  await expect(read).rejects.toBeInstanceOf(CancelledError);
});

test("two ranges of one scope are read from each repository once, and a new scope reads anew", async () => {
  const { folder } = twoRepositories();
  let logs = 0;
  const real = runnerIn();
  const run: RunGit = (options) => {
    if (options.args.includes("--all")) logs += 1;
    return real(options);
  };
  const source = gitSource({ folders: [folder], emails: [], run });
  const before = { startDate: "2026-11-09", endDate: "2026-11-15" };
  const scope = scopeOf({ range: { ...before, endDate: WEEK.endDate } });
  const both = await Promise.all([source.read(WEEK, scope), source.read(before, scope)]);
  await source.read(WEEK, scopeOf());
  expect({ found: both.map(({ found }) => found), logs }).toEqual({
    found: ["2 repositories, 2 commits", "2 repositories, 0 commits"],
    logs: 4,
  });
});

describe("sentences that leave the machine have no path in them", () => {
  const inReply = { showsPaths: false };

  test("of a repository", async () => {
    const { folder, bad } = twoRepositories();
    writeFileSync(join(bad.folder, ".git/config"), "[[[");
    expect((await readGit([folder], inReply)).problems).toEqual([`bad ${BROKEN}`]);
  });

  test("of a repository that is not there any more, and of folders", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "empty"));
    mkdirSync(join(folder, "trees/old"), { recursive: true });
    writeFileSync(join(folder, "trees/old/.git"), "gitdir: /nowhere/at/all\n");
    const { problems } = await readGit(
      ["missing", "empty", "trees"].map((name) => join(folder, name)),
      inReply,
    );
    expect(problems).toEqual([
      "missing does not exist. Set TEMPO_GIT_FOLDERS to folders that can be listed.",
      "empty has no git repository in it or up to 3 levels below. Set TEMPO_GIT_FOLDERS to folders that have some.",
      "old belongs to a repository that is not there any more: run `git worktree repair` in it, or remove it.",
    ]);
  });
});

test.each([
  ["does not exist", "missing", true],
  ["is a file", "file", true],
  ["has no repository", "empty", undefined],
])("a folder of the setting that %s is known to be wrong: %s", async (_, name, isWrong) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "empty"));
  writeFileSync(join(folder, "file"), "");
  expect((await readGit([join(folder, name)])).hasWrongSetting).toBe(isWrong);
});

test("where all commits are by others, a hint names the addresses that count as the user's", async () => {
  const { folder } = twoRepositories();
  const hint =
    "There are 2 commits by others and none of yours: only those by lee@example.org count as yours. If you commit with another " +
    "address, add it to TEMPO_GIT_EMAILS.";
  expect((await readGit([folder], { emails: ["lee@example.org"] })).hints).toEqual([hint]);
  expect((await readGit([folder])).hints).toBeUndefined();
});
