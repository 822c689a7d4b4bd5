import { spawn } from "node:child_process";
import { realpath } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname } from "node:path";
import { EvidenceError } from "../../timesheet/draft/evidence.ts";
import { RecordReader } from "../records.ts";
import { cancelled } from "../within-time.ts";

/** The most that one run of git may print. */
export const MAX_OUTPUT = 64 * 2 ** 20;

/** The most memory that git may take for one object or list, in bytes. */
export const MAX_ALLOCATION = 64 * 2 ** 20;

export interface GitRun {
  /** The folder of the repository, or one of its working trees. */
  folder: string;
  args: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
  /** Gets each record that git prints, without the NUL that ends it. */
  onRecord(record: Buffer): void;
}

/**
 * Runs git, which prints nothing if its exit code is 1, by which it says that there is no such thing.
 *
 * @throws GitError, CancelledError, EvidenceError if there is no git
 */
export type RunGit = (run: GitRun) => Promise<void>;

const NOT_FOUND =
  "git was not found on the PATH, so no repository can be read. Install git, or start TempoFiller with a PATH that has it.";

/** The part of git's messages that is looked at, in characters. */
const MAX_MESSAGES = 65_536;

/**
 * @param env the environment of this process, of which git gets a few variables
 * @param findGit gives the full path of git, if it is there: a program of that name in a repository's own folder is another's
 * @param maxOutput the most that one run may print, in bytes
 */
export function gitRunner(
  env: Environment,
  findGit: () => string | undefined,
  maxOutput = MAX_OUTPUT,
): RunGit {
  let git: string | undefined;
  return async (run) => {
    // It may be installed before the next call.
    git ??= findGit();
    if (git === undefined) throw new EvidenceError(NOT_FOUND);
    await start(git, env, run, maxOutput);
  };
}

async function start(git: string, env: Environment, run: GitRun, maxOutput: number): Promise<void> {
  const cwd = await realpath(run.folder).catch(() => Promise.reject(new GitError("broken")));
  if (run.signal.aborted) throw cancelled("repositories");
  const child = spawn(git, [...HARDENED, ...run.args], {
    cwd,
    env: gitEnvironment(env, dirname(cwd)),
    timeout: run.timeoutMs,
    killSignal: "SIGKILL",
    signal: run.signal,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const records = new RecordReader(0, MAX_RECORD, run.onRecord);
  let printed = 0;
  let messages = "";
  child.stdout.on("data", (output: Buffer) => {
    printed += output.length;
    if (printed <= maxOutput) records.add(output);
    else child.kill("SIGKILL");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    messages = (messages + text).slice(0, MAX_MESSAGES);
  });
  // A process that git has started may keep the pipes open.
  child.on("exit", () => {
    if (!child.killed) return;
    child.stdout.destroy();
    child.stderr.destroy();
  });
  return new Promise((resolve, reject) => {
    const fail = (problem: GitProblem) =>
      reject(run.signal.aborted ? cancelled("repositories") : new GitError(problem));
    child.on("error", () => fail("broken"));
    child.on("close", (code) => {
      if (printed > maxOutput) return fail("large");
      if (code !== 0 && code !== 1) return fail(child.killed ? "slow" : problemIn(messages));
      records.end();
      resolve();
    });
  });
}

/** Why git says nothing about a repository. */
export type GitProblem = "owner" | "bare" | "old" | "broken" | "slow" | "large" | "memory" | "time is over";

/** One run of git failed. What git printed is not kept: it names absolute paths. */
export class GitError extends Error {
  override name = "GitError";
  readonly problem: GitProblem;

  constructor(problem: GitProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The messages of git, in English since LC_ALL says so: it has one exit code for all of them. */
const MESSAGES: [pattern: RegExp, problem: GitProblem][] = [
  [/^fatal: (detected dubious ownership|unsafe repository)/m, "owner"],
  [/^fatal: cannot use bare repository/m, "bare"],
  [/^(fatal|error): attempting to allocate/m, "memory"],
  [/^(fatal: unrecognized argument|unknown option|error: unknown option)/m, "old"],
];

function problemIn(stderr: string): GitProblem {
  return MESSAGES.find(([pattern]) => pattern.test(stderr))?.[1] ?? "broken";
}

/** The part of a record that is read, in bytes. It has room for a merge of hundreds of commits. */
const MAX_RECORD = 16_384;

/**
 * The variables that git needs to find its own parts and the user's settings. All others stay out: GIT_DIR of a hook that started this
 * process would name another repository, GIT_TRACE would write files, GIT_CONFIG_COUNT would set anything.
 */
const KEPT = [
  "PATH HOME XDG_CONFIG_HOME GIT_CONFIG_GLOBAL TMPDIR TEMP TMP SYSTEMROOT WINDIR USERPROFILE HOMEDRIVE HOMEPATH APPDATA",
  "LOCALAPPDATA PROGRAMDATA PROGRAMFILES",
].flatMap((line) => line.split(" "));

/** The settings that keep git from starting a program, reaching a network or writing, whatever a repository's configuration says. */
const SET = {
  GIT_CONFIG_NOSYSTEM: "1",
  // A promisor remote would be asked for missing objects, by a program that the repository names.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: devNull,
  GIT_ATTR_NOSYSTEM: "1",
  // Targets that the user's own configuration may name.
  GIT_TRACE2: "0",
  GIT_TRACE2_EVENT: "0",
  GIT_TRACE2_PERF: "0",
  GIT_PAGER: "",
  // A few bytes of a pack may unfold into an object that takes all memory.
  GIT_ALLOC_LIMIT: `${MAX_ALLOCATION}`,
  LC_ALL: "C",
};

/** The options before the command, for what has no variable. */
const HARDENED = [
  "--no-pager",
  ...[
    "core.fsmonitor=",
    `core.hooksPath=${devNull}`,
    "core.alternateRefsCommand=",
    "core.sshCommand=",
    "protocol.allow=never",
    "log.showSignature=false",
    // A file beside the commits that may be stale or forged; all commits are read anyway.
    "core.commitGraph=false",
  ].flatMap((setting) => ["-c", setting]),
];

/** @param ceiling the folder in which git no longer looks for a repository */
function gitEnvironment(env: Environment, ceiling: string): Record<string, string | undefined> {
  // Windows writes the names in any case.
  const kept = Object.entries(env).filter(([name]) => KEPT.includes(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...SET, GIT_CEILING_DIRECTORIES: ceiling };
}

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;
