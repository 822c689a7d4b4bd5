import { type ExecFileException, execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { EvidenceError } from "../../timesheet/draft/evidence.ts";
import { CancelledError } from "../../timesheet/errors.ts";
import { type Environment, findGit } from "./find-git.ts";
import { gitEnvironment, HARDENED } from "./git-environment.ts";
import { GitError, problemIn } from "./git-error.ts";
import { MAX_OUTPUT } from "./limits.ts";

export interface GitRun {
  /** The folder of the repository, or one of its working trees. */
  folder: string;
  args: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Runs git, and returns what it prints; nothing if its exit code is 1, by which it says that there is no such thing.
 *
 * @throws GitError, CancelledError, EvidenceError if there is no git
 */
export type RunGit = (run: GitRun) => Promise<string>;

const NOT_FOUND =
  "git was not found on the PATH, so no repository can be read. Install git, or start TempoFiller with a PATH that has it.";

/**
 * @param env the environment of this process, of which git gets a few variables
 * @param maxOutput the most that one run may print, in characters
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
    return start(git, env, run, maxOutput);
  };
}

async function start(git: string, env: Environment, run: GitRun, maxBuffer: number): Promise<string> {
  const cwd = await realFolder(run.folder);
  const options = {
    cwd,
    env: gitEnvironment(env, dirname(cwd)),
    timeout: run.timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer,
    encoding: "utf8",
    signal: run.signal,
    windowsHide: true,
  } as const;
  return new Promise((resolve, reject) => {
    execFile(git, [...HARDENED, ...run.args], options, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else if (error.code === 1) resolve("");
      else reject(failure(error, stderr, run.signal));
    }).stdin?.end();
  });
}

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    throw new GitError("broken");
  }
}

export function cancelled(): CancelledError {
  return new CancelledError(
    "Cancelled while reading repositories. Nothing was changed. Send the same call again if it is still wanted.",
  );
}

function failure(error: ExecFileException, stderr: string, signal: AbortSignal): Error {
  if (signal.aborted) return cancelled();
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return new GitError("large");
  if (error.killed) return new GitError("slow");
  return new GitError(problemIn(stderr));
}
