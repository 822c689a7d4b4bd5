import { spawn } from "node:child_process";
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { EvidenceError } from "../../timesheet/draft/evidence.ts";
import { cancelled } from "../within-time.ts";
import { type Environment, findGit } from "./find-git.ts";
import { gitEnvironment, HARDENED } from "./git-environment.ts";
import { GitError, type GitProblem, problemIn } from "./git-error.ts";
import { MAX_OUTPUT } from "./limits.ts";
import { RecordReader } from "./records.ts";

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
 * @param maxOutput the most that one run may print, in bytes
 */
export function gitRunner(env: Environment, maxOutput = MAX_OUTPUT): RunGit {
  let found: Promise<string | undefined> | undefined;
  return async (run) => {
    found ??= findGit(env);
    const git = await found;
    if (git === undefined) {
      // It may be installed before the next call.
      found = undefined;
      throw new EvidenceError(NOT_FOUND);
    }
    await start(git, env, run, maxOutput);
  };
}

async function start(git: string, env: Environment, run: GitRun, maxOutput: number): Promise<void> {
  const cwd = await realFolder(run.folder);
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
  const records = new RecordReader(run.onRecord);
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

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    throw new GitError("broken");
  }
}
