import pLimit from "p-limit";
import { counted, listed, shortText, thousands } from "../../text/lengths.ts";
import { type EvidenceScope, type EvidenceSource, MAX_PROBLEMS } from "../../timesheet/draft/evidence.ts";
import { cancelled, withinTime } from "../within-time.ts";
import {
  CONCURRENCY,
  type FoundRepositories,
  findRepositories,
  type Repository,
} from "./find-repositories.ts";
import { isIncomplete, ownWork } from "./own-work.ts";
import {
  type Git,
  type History,
  MAX_COMMITS,
  MAX_REFLOG_ENTRIES,
  readRepository,
} from "./read-repository.ts";
import { GitError, type GitProblem, MAX_ALLOCATION, MAX_OUTPUT, type RunGit } from "./run-git.ts";

/** The most time that one run of git may take. */
const GIT_TIMEOUT_MS = 10_000;

/** The most time that reading all repositories may take: each may have a file that never ends. */
const ALL_TIMEOUT_MS = 20_000;

/** The most histories that this process walks at a time, by git and here: each takes memory as it has commits, and all of a processor. */
const MAX_WALKS = 2;

/** The limits of this process, however many drafts it makes at a time. */
const repositoriesAtOnce = pLimit(CONCURRENCY);
const walks = pLimit(MAX_WALKS);

export interface GitSourceOptions {
  /** Full paths. */
  folders: readonly string[];
  /** The user's addresses in commits; if there are none, `user.email` of each repository. */
  emails: readonly string[];
  run: RunGit;
}

/** The user's commits and checkouts in the repositories of this machine. */
export function gitSource({ folders, emails, run }: GitSourceOptions): EvidenceSource {
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
        counted(commits, "commit"),
        ...(checkouts > 0 ? [counted(checkouts, "checkout")] : []),
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
  const read = await Promise.all(
    repositories.map(async (repository): Promise<History | Failure> => {
      const reading = () => readRepository(repository, emails, dates, git, walks);
      try {
        // Repositories of other drafts may be read first.
        return await withinTime(limits, "repositories", outOfTime, () => repositoriesAtOnce(reading));
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        return { repository, problem: error.problem };
      }
    }),
  );
  if (signal.aborted) throw cancelled("repositories");
  const histories = read.filter((it) => "commits" in it);
  const failures = read.filter((it) => "problem" in it);
  const late = failures.filter(({ problem }) => problem === "time is over").length;
  const sentences = [
    ...(late > 0 ? [tooLate(late)] : []),
    ...problems,
    ...failures.flatMap(({ repository, problem }) =>
      problem === "time is over" ? [] : [`${nameOf(repository)} ${WHY[problem]}`],
    ),
    ...histories.filter((history) => history.emails.size === 0).map(noAddress),
  ];
  return { ...rest, histories, problems: sentences };
}

/** The end of a sentence that begins with a repository. */
const WHY: Record<Exclude<GitProblem, "time is over">, string> = {
  owner:
    "belongs to another user of this machine, so git does not read it. If you trust it, run `git config --global --add " +
    "safe.directory` with its full path.",
  bare: "is a bare repository, which your git settings forbid to use (safe.bareRepository).",
  old: "cannot be read, since git is too old. Install git 2.20 or newer.",
  broken: "cannot be read by git. Run `git fsck` in it to see why.",
  memory: `is broken: something in it needs more than ${MAX_ALLOCATION / 2 ** 20} MB of memory, so it was not read. Take it out of TEMPO_GIT_FOLDERS.`,
  slow: `was not read, since git took longer than ${GIT_TIMEOUT_MS / 1000} s. Run \`git gc\` in it, or take it out of TEMPO_GIT_FOLDERS.`,
  large: `was not read, since git printed more than ${MAX_OUTPUT / 2 ** 20} MB about it. Take it out of TEMPO_GIT_FOLDERS.`,
};

interface Failure {
  repository: Repository;
  problem: GitProblem;
}

/** @param count the repositories for which the time was too short */
function tooLate(count: number): string {
  const repositories = count === 1 ? "One repository was" : `${thousands(count)} repositories were`;
  return `${repositories} not read before the time was over. Set TEMPO_GIT_FOLDERS to fewer folders.`;
}

function noAddress({ repository }: History): string {
  return (
    `${nameOf(repository)} has no user.email, so your commits in it are not known. Set it there, or set TEMPO_GIT_EMAILS to your ` +
    "addresses."
  );
}

/** @param byOthers the commits that others have made, where none is the user's */
function noneOfYours(byOthers: number, histories: readonly History[]): string[] {
  const emails = [...new Set(histories.flatMap((history) => [...history.emails]))];
  if (byOthers === 0 || emails.length === 0) return [];
  const shown = listed(
    emails.map((email) => shortText(email)),
    MAX_PROBLEMS,
  );
  return [
    `There are ${thousands(byOthers)} commits by others and none of yours: only those by ${shown} count as yours. If you commit ` +
      "with another address, add it to TEMPO_GIT_EMAILS.",
  ];
}

function incomplete({ repository }: History, startDate: string): string {
  return (
    `${nameOf(repository)} has so many commits or checkouts that only the newest were read, which do not reach back to ` +
    `${startDate}: ${thousands(MAX_COMMITS)} commits, and ${thousands(MAX_REFLOG_ENTRIES)} entries of a reflog. Draft later dates.`
  );
}

/** The first sentences, and one about how many there are besides: as many as a reply shows. */
function bounded(sentences: readonly string[]): string[] {
  if (sentences.length <= MAX_PROBLEMS) return [...sentences];
  const left = sentences.length - MAX_PROBLEMS + 1;
  return [
    ...sentences.slice(0, MAX_PROBLEMS - 1),
    `${thousands(left)} more folders or repositories have problems like these.`,
  ];
}

function nameOf({ shown }: Repository): string {
  return shortText(shown);
}
