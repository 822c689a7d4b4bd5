import { type GitSourceOptions, gitSource } from "../../../../src/evidence/git/git-source.ts";
import { type Environment, gitRunner } from "../../../../src/evidence/git/run-git.ts";
import { systemClock } from "../../../../src/runtime/clock.ts";
import { findProgram } from "../../../../src/runtime/find-program.ts";
import type { CallContext } from "../../../../src/timesheet/call-context.ts";
import type { Clock } from "../../../../src/timesheet/clock.ts";
import type { DateRange } from "../../../../src/timesheet/dates.ts";
import type { Activity, EvidenceScope, ReadEvidence } from "../../../../src/timesheet/draft/evidence.ts";
import { GIT_ENV } from "./repositories.ts";

/** The week of the tests. */
export const WEEK: DateRange = { startDate: "2026-11-16", endDate: "2026-11-20" };

interface ReadOptions extends Partial<GitSourceOptions> {
  env?: Environment;
  range?: DateRange;
  zone?: string;
  clock?: Clock;
  signal?: AbortSignal;
  deadline?: number;
  showsPaths?: boolean;
}

export function scopeOf({
  range: dates = WEEK,
  zone = "Europe/Berlin",
  clock = systemClock,
  signal = new AbortController().signal,
  deadline = clock.now() + 50_000,
  showsPaths = true,
}: ReadOptions = {}): EvidenceScope {
  // A source for files uses no more of a call.
  const context = { clock, signal, deadline } as CallContext;
  return { zone, emails: [], dates, showsPaths, context };
}

/** Runs the git that PATH names, as the server does. */
export const runnerIn = (env: Environment = GIT_ENV, maxOutput?: number) =>
  gitRunner(env, () => findProgram("git", env), maxOutput);

export function readGit(
  folders: readonly string[],
  { emails = [], env = GIT_ENV, run = runnerIn(env), range = WEEK, ...scope }: ReadOptions = {},
): Promise<ReadEvidence> {
  return gitSource({ folders, emails, run }).read(range, scopeOf({ range, ...scope }));
}

/** The evidence as short lines, by time. */
export function lines({ evidence }: ReadEvidence): string[] {
  return (evidence as Activity[])
    .toSorted((one, other) => one.at - other.at)
    .map(({ kind, at, placeName, detail, subject }) =>
      [new Date(at).toISOString(), kind, placeName, detail ?? "no branch", subject ?? ""].join(" | "),
    );
}
