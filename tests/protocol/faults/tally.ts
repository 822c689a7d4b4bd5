import type { BulkPostWorklogsResponse } from "../../../src/generated/responses.ts";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import { toHours, toSeconds } from "../../../src/timesheet/hours.ts";
import { worklog } from "../../helpers/seeds.ts";

/** An entry of a batch. */
export interface BatchEntry {
  issueKey: string;
  hours: number;
  date: string;
  description: string;
}

/** What became of a batch, or of several. Each of the first three must be 0. */
export interface Tally {
  storedTwice: number;
  successNotStored: number;
  failureStored: number;
  batches: number;
  entries: number;
  stored: number;
  unknown: number;
  failed: number;
}

/** The issues of the seed, by key. */
export const ISSUES: Record<string, number> = {
  "PROJ-123": 10123,
  "PROJ-7": 10007,
  "PROJ-4": 10004,
  "NEW-50": 10050,
};

type Result = BulkPostWorklogsResponse["results"][number];

/**
 * Compares what was reported of a batch with what is stored.
 *
 * @param results none if the call failed as a whole, before anything was sent
 * @param stored what Tempo has after the call
 * @param existingIds what Tempo had before the call
 */
export function tallyOf(
  entries: readonly BatchEntry[],
  results: readonly Result[],
  stored: readonly SandboxWorklog[],
  existingIds: ReadonlySet<number>,
): Tally {
  const tally = { ...emptyTally(), batches: 1, entries: entries.length };
  const counts = new Map<string, { success: number; unknown: number; failed: number; stored: number }>();
  const countOf = (content: string) => {
    const count = counts.get(content) ?? { success: 0, unknown: 0, failed: 0, stored: 0 };
    counts.set(content, count);
    return count;
  };
  const reported = new Set<number>();
  for (const [index, entry] of entries.entries()) {
    const result = results[index];
    const count = countOf(contentOf(seedWorklog(entry)));
    if (result?.success) {
      const id = Number(result.worklogId);
      const alreadyLogged = result.alreadyLogged ?? false;
      const match = stored.find((it) => it.id === id);
      const isRight =
        match !== undefined &&
        contentOf(match) === contentOf(seedWorklog(entry)) &&
        alreadyLogged === existingIds.has(id) &&
        !reported.has(id);
      if (!isRight) tally.successNotStored += 1;
      reported.add(id);
      tally.stored += 1;
      if (!alreadyLogged) count.success += 1;
    } else {
      const outcome = /unknown/.test(result?.error ?? "") ? "unknown" : "failed";
      count[outcome] += 1;
      tally[outcome] += 1;
    }
  }
  for (const worklog of stored) if (!existingIds.has(worklog.id)) countOf(contentOf(worklog)).stored += 1;
  for (const { success, unknown, failed, stored } of counts.values()) {
    const excess = Math.max(0, stored - success - unknown);
    tally.failureStored += Math.min(excess, failed);
    tally.storedTwice += Math.max(0, excess - failed);
  }
  return tally;
}

/** The tally of no batch. */
export function emptyTally(): Tally {
  return {
    storedTwice: 0,
    successNotStored: 0,
    failureStored: 0,
    batches: 0,
    entries: 0,
    stored: 0,
    unknown: 0,
    failed: 0,
  };
}

/** Adds one tally to another. */
export function addTally(total: Tally, { ...part }: Tally): void {
  for (const key of Object.keys(part) as (keyof Tally)[]) total[key] += part[key];
}

/** An entry as the worklog that Tempo stores for it. */
export function seedWorklog({ issueKey, hours, date, description }: BatchEntry): Omit<SandboxWorklog, "id"> {
  const issueId = ISSUES[issueKey] ?? 0;
  return worklog({ issueId, startDate: date, timeSpentSeconds: toSeconds(hours), description });
}

function contentOf(worklog: Omit<SandboxWorklog, "id">): string {
  const { issueId, startDate, timeSpentSeconds, billableSeconds, description } = worklog;
  return JSON.stringify([issueId, startDate, toHours(timeSpentSeconds), billableSeconds, description]);
}
