import pLimit from "p-limit";
import { thousands } from "../../text/thousands.ts";
import type { EvidenceScope, EvidenceSource } from "../../timesheet/draft/evidence.ts";
import { cancelled, withinTime } from "../within-time.ts";
import type { Environment } from "./find-git.ts";
import { type FoundRepositories, findRepositories } from "./find-repositories.ts";
import { GitError } from "./git-error.ts";
import { ALL_TIMEOUT_MS, CONCURRENCY, GIT_TIMEOUT_MS, MAX_WALKS } from "./limits.ts";
import { isIncomplete, ownWork } from "./own-work.ts";
import {
  bounded,
  type Failure,
  failureSentences,
  incomplete,
  lateSentences,
  noAddress,
  noneOfYours,
} from "./problems.ts";
import { type Git, type History, readRepository } from "./read-repository.ts";
import { gitRunner, type RunGit } from "./run-git.ts";

/** The limits of this process, however many drafts it makes at a time. */
const repositoriesAtOnce = pLimit(CONCURRENCY);
const walks = pLimit(MAX_WALKS);

export interface GitSourceOptions {
  /** Full paths, which may begin with `~`. */
  folders: readonly string[];
  /** The user's addresses in commits; if there are none, `user.email` of each repository. */
  emails: readonly string[];
  /** The environment of this process. */
  env: Environment;
  /** Default: the git that PATH names. */
  run?: RunGit;
}

/** The user's commits and checkouts in the repositories of this machine. */
export function gitSource({ folders, emails, env, run = gitRunner(env) }: GitSourceOptions): EvidenceSource {
  // A draft reads two ranges with one scope, at the same time.
  const read = new WeakMap<EvidenceScope, Promise<AllHistories>>();
  return {
    name: "git",
    async read(range, scope) {
      const reading = read.get(scope) ?? readAll(folders, emails, run, scope);
      read.set(scope, reading);
      const { histories, problems, hasWrongSetting } = await reading;
      const { evidence, leftOut, commits, checkouts } = ownWork(histories, range, scope.zone);
      const cut = histories.filter((history) => isIncomplete(history, range));
      const hints = commits > 0 ? [] : noneOfYours(leftOut["by others"] ?? 0, histories);
      const found = [
        counted(histories.length, "repository", "repositories"),
        counted(commits, "commit", "commits"),
        ...(checkouts > 0 ? [counted(checkouts, "checkout", "checkouts")] : []),
      ];
      return {
        evidence,
        leftOut,
        found: found.join(", "),
        ...(hasWrongSetting && { hasWrongSetting }),
        ...(hints.length > 0 && { hints }),
        problems: bounded([...problems, ...cut.map((history) => incomplete(history, range.startDate))]),
      };
    },
  };
}

interface AllHistories extends Pick<FoundRepositories, "hasWrongSetting"> {
  histories: History[];
  problems: string[];
}

/** Reads all repositories, a few at a time by turns with other drafts, until the time is over. One that cannot be read costs its own evidence only. */
async function readAll(
  folders: readonly string[],
  emails: readonly string[],
  run: RunGit,
  { dates, context, showsPaths = false }: EvidenceScope,
): Promise<AllHistories> {
  const { clock, signal } = context;
  const end = Math.min(context.deadline, clock.now() + ALL_TIMEOUT_MS);
  const timeLeft = () => end - clock.now();
  const git: Git = async (folder, args, onRecord) => {
    if (signal.aborted) throw cancelled("repositories");
    if (timeLeft() <= 0) throw new GitError("time is over");
    try {
      const timeoutMs = Math.ceil(Math.min(GIT_TIMEOUT_MS, timeLeft()));
      await run({ folder, args, signal, timeoutMs, onRecord });
    } catch (error) {
      const isLate = error instanceof GitError && error.problem === "slow" && timeLeft() <= 0;
      throw isLate ? new GitError("time is over") : error;
    }
  };
  const isOver = () => signal.aborted || timeLeft() <= 0;
  const { repositories, problems, ...rest } = await findRepositories(folders, { isOver, showsPaths });
  const limits = { clock, signal, deadline: end };
  const outOfTime = () => new GitError("time is over");
  const failures: Failure[] = [];
  const histories = await Promise.all(
    repositories.map(async (repository) => {
      const read = () => readRepository(repository, emails, dates, git, walks);
      try {
        // Repositories of other drafts may be read first.
        return [await withinTime(limits, "repositories", outOfTime, () => repositoriesAtOnce(read))];
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        failures.push({ repository, problem: error.problem });
        return [];
      }
    }),
  );
  if (signal.aborted) throw cancelled("repositories");
  const all = histories.flat();
  const unknown = all.filter((history) => history.emails.size === 0).map(noAddress);
  const inOrder = repositories.flatMap((repository) => failures.filter((it) => it.repository === repository));
  const inFull = [...lateSentences(failures), ...problems, ...failureSentences(inOrder), ...unknown];
  return { ...rest, histories: all, problems: inFull };
}

function counted(count: number, one: string, many: string): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}
