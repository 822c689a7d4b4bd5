import { shortText } from "../../text/short-text.ts";
import { thousands } from "../../text/thousands.ts";
import { MAX_PROBLEMS } from "../../timesheet/draft/evidence.ts";
import type { GitProblem } from "./git-error.ts";
import { GIT_TIMEOUT_MS, MAX_ALLOCATION, MAX_COMMITS, MAX_OUTPUT, MAX_REFLOG_ENTRIES } from "./limits.ts";
import type { History } from "./read-repository.ts";
import type { Repository } from "./repository.ts";

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

export interface Failure {
  repository: Repository;
  problem: GitProblem;
}

/** A sentence each about repositories that cannot be read. */
export function failureSentences(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ repository, problem }) =>
    problem === "time is over" ? [] : [`${nameOf(repository)} ${WHY[problem]}`],
  );
}

/** A sentence about all repositories for which the time was too short; none if there are none. */
export function lateSentences(failures: readonly Failure[]): string[] {
  const late = failures.filter(({ problem }) => problem === "time is over").length;
  if (late === 0) return [];
  const lateOnes = late === 1 ? "One repository was" : `${thousands(late)} repositories were`;
  return [`${lateOnes} not read before the time was over. Set TEMPO_GIT_FOLDERS to fewer folders.`];
}

export function noAddress({ repository }: History): string {
  return (
    `${nameOf(repository)} has no user.email, so your commits in it are not known. Set it there, or set TEMPO_GIT_EMAILS to your ` +
    "addresses."
  );
}

/** @param byOthers the commits that others have made, where none is the user's */
export function noneOfYours(byOthers: number, histories: readonly History[]): string[] {
  const emails = [...new Set(histories.flatMap((history) => [...history.emails]))];
  if (byOthers === 0 || emails.length === 0) return [];
  const shown = emails
    .slice(0, MAX_PROBLEMS)
    .map((email) => shortText(email))
    .join(", ");
  return [
    `There are ${thousands(byOthers)} commits by others and none of yours: only those by ${shown} count as yours. If you commit ` +
      "with another address, add it to TEMPO_GIT_EMAILS.",
  ];
}

export function incomplete({ repository }: History, startDate: string): string {
  return (
    `${nameOf(repository)} has so many commits or checkouts that only the newest were read, which do not reach back to ` +
    `${startDate}: ${thousands(MAX_COMMITS)} commits, and ${thousands(MAX_REFLOG_ENTRIES)} entries of a reflog. Draft later dates.`
  );
}

/** The first sentences, and one about how many there are besides: as many as a reply shows. */
export function bounded(sentences: readonly string[]): string[] {
  if (sentences.length <= MAX_PROBLEMS) return [...sentences];
  const left = sentences.length - MAX_PROBLEMS + 1;
  return [
    ...sentences.slice(0, MAX_PROBLEMS - 1),
    `${thousands(left)} more folders or repositories have problems like these.`,
  ];
}

function nameOf({ folder }: Repository): string {
  return shortText(folder.shown);
}
