import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { lines, readGit } from "./read-git.ts";
import { GIT_ENV, makeRepository, OWN, runGit } from "./repositories.ts";
import { AT, makeTrap, signedCommit, TRAPS } from "./traps.ts";

describe.skipIf(process.platform === "win32")("a repository's configuration starts no program", () => {
  test.each(TRAPS)("%s, which git %j would", async (_, plain, arrange) => {
    const folder = temporaryFolder();
    const made = makeRepository(join(folder, "repositories/hostile"));
    mkdirSync(join(folder, "repositories/good"));
    const good = makeRepository(join(folder, "repositories/good"));
    good.commit({ at: AT, subject: "Good", branch: "work" });
    const trap = makeTrap(folder);
    arrange(made, trap.program);
    const { evidence } = await readGit([join(folder, "repositories")]);
    expect(trap.isSprung()).toBe(false);
    expect(evidence.map((it) => it.kind === "commit" && it.subject)).toContain("Good");
    tryToRun(made.folder, plain);
    expect(trap.isSprung()).toBe(true);
  });

  test("hooks, aliases, filters, pagers and editors", async () => {
    const folder = temporaryFolder();
    const made = makeRepository(join(folder, "hostile"));
    const trap = makeTrap(folder);
    const command = `!${trap.program}`;
    const settings = {
      "core.hooksPath": join(made.folder, "hooks"),
      "core.pager": trap.program,
      "pager.log": trap.program,
      "core.editor": trap.program,
      "core.askPass": trap.program,
      "core.gitProxy": trap.program,
      "core.alternateRefsCommand": trap.program,
      "credential.helper": trap.program,
      "filter.trap.clean": trap.program,
      "filter.trap.smudge": trap.program,
      "filter.trap.process": trap.program,
      "uploadpack.packObjectsHook": trap.program,
      "trace2.eventTarget": join(folder, "sprung"),
      "alias.log": command,
      "alias.config": command,
      "alias.for-each-ref": command,
    };
    for (const [name, value] of Object.entries(settings)) made.git("config", name, value);
    mkdirSync(join(made.folder, "hooks"));
    for (const hook of ["reference-transaction", "post-index-change", "pre-auto-gc", "post-checkout"]) {
      writeFileSync(join(made.folder, "hooks", hook), readFileSync(trap.program), { mode: 0o755 });
    }
    writeFileSync(join(made.folder, ".gitattributes"), "* filter=trap\n");
    // The ref is written by hand: git would start the hook.
    writeFileSync(join(made.folder, ".git/refs/heads/main"), `${signedCommit({ ...made, git: () => "" })}\n`);
    rmSync(join(folder, "sprung"), { force: true });
    const before = readFileSync(join(made.folder, ".git/config"), "utf8");
    const { found, problems } = await readGit([folder]);
    expect({ found, problems, sprung: trap.isSprung() }).toEqual({
      found: "1 repository, 1 commit",
      problems: [],
      sprung: false,
    });
    expect(readFileSync(join(made.folder, ".git/config"), "utf8")).toBe(before);
  });

  test("a map of addresses that never ends is not opened", async () => {
    const folder = temporaryFolder();
    const made = makeRepository(join(folder, "hostile"));
    made.commit({ at: AT, subject: "Work", branch: "work" });
    execFileSync("mkfifo", [join(folder, "pipe")]);
    made.git("config", "mailmap.file", join(folder, "pipe"));
    const { found, problems } = await readGit([folder]);
    expect({ found, problems }).toEqual({ found: "1 repository, 1 commit", problems: [] });
  });
});

function tryToRun(folder: string, args: readonly string[]): void {
  try {
    runGit(folder, args);
  } catch {
    // It fails, since the program does.
  }
}

test("the environment of this process reaches git only as far as git needs it", async () => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(join(folder, "src/api"));
  commit({ at: AT, subject: "Work", branch: "work" });
  const other = makeRepository(join(folder, "other"));
  other.commit({ at: AT, subject: "Other", branch: "work" });
  const trace = join(folder, "trace");
  const global = join(folder, "gitconfig");
  writeFileSync(
    global,
    `[trace2]\n\tnormalTarget = ${trace}\n\teventTarget = ${trace}\n\tperfTarget = ${trace}\n`,
  );
  const leaks = {
    GIT_DIR: join(other.folder, ".git"),
    GIT_COMMON_DIR: join(other.folder, ".git"),
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: join(folder, "index"),
    GIT_OBJECT_DIRECTORY: folder,
    GIT_NAMESPACE: "other",
    GIT_TRACE: trace,
    GIT_TRACE_SETUP: trace,
    GIT_TRACE2: trace,
    GIT_EXEC_PATH: folder,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "user.email",
    GIT_CONFIG_VALUE_0: "lee@example.com",
    GIT_CONFIG_PARAMETERS: "'user.email=lee@example.com'",
  };
  const read = await readGit([join(folder, "src")], {
    env: { ...GIT_ENV, GIT_CONFIG_GLOBAL: global, ...leaks },
  });
  expect(lines(read)).toEqual(["2026-11-17T10:00:00.000Z | commit | api | work | Work"]);
  expect(existsSync(trace)).toBe(false);
});

test("user.email of the user's own settings counts", async () => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(join(folder, "src/api"), { email: "" });
  commit({ at: AT, subject: "Work", branch: "work" });
  const global = join(folder, "gitconfig");
  writeFileSync(global, `[user]\n\temail = ${OWN}\n`);
  const { found } = await readGit([join(folder, "src")], { env: { ...GIT_ENV, GIT_CONFIG_GLOBAL: global } });
  expect(found).toBe("1 repository, 1 commit");
});

test.skipIf(process.platform === "win32")(
  "a git in the current folder or in a repository is never started",
  async () => {
    const folder = temporaryFolder();
    const { commit, folder: api } = makeRepository(join(folder, "api"));
    commit({ at: AT, subject: "Work", branch: "work" });
    const trap = makeTrap(folder);
    writeFileSync(join(api, "git"), readFileSync(trap.program), { mode: 0o755 });
    const back = process.cwd();
    onTestFinished(() => process.chdir(back));
    process.chdir(api);
    const PATH = ["", ".", "./bin", GIT_ENV.PATH].join(delimiter);
    const { found } = await readGit([folder], { env: { ...GIT_ENV, PATH } });
    expect({ found, sprung: trap.isSprung() }).toEqual({ found: "1 repository, 1 commit", sprung: false });
  },
);
