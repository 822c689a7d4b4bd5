import type { BulkPostWorklogsResponse } from "../../../src/generated/responses.ts";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import { groupBy } from "../../../src/timesheet/group-by.ts";
import { toHours, toSeconds } from "../../../src/timesheet/hours.ts";
import { DAY_SECONDS } from "../../../src/timesheet/limits.ts";
import { worklog } from "../../helpers/seeds.ts";

/** An entry of a batch. */
export interface BatchEntry {
  issueKey: string;
  hours: number;
  date: string;
  description: string;
}

/** The outcomes of one batch or several. Each of the first four must be 0. */
export interface Tally {
  /** Dates on which more than 24 hours are stored, and no call reported that something of it may be stored twice or unknown. */
  overfullDays: number;
  /** Stored once more than wanted, and no call reported that it may be. */
  storedTwice: number;
  successNotStored: number;
  failureStored: number;
  batches: number;
  entries: number;
  /** Reported as stored by the last call. */
  stored: number;
  unknown: number;
  failed: number;
  /** Stored once more than wanted by two machines, each of which knows nothing of the other. */
  storedByOthers: number;
}

/** The issues of the seed, by key. */
export const ISSUES: Record<string, number> = {
  "PROJ-123": 10123,
  "PROJ-7": 10007,
  "PROJ-4": 10004,
  "NEW-50": 10050,
};

/** The rows of a reply; none if the call failed as a whole, before anything was sent. */
export type Results = BulkPostWorklogsResponse["results"];

type Content = Omit<SandboxWorklog, "id">;

export interface Outcome {
  entries: readonly BatchEntry[];
  /** The results that each call reported. Each posted the same entries, the last one when upstream was sound. */
  calls: readonly Results[];
  /** The change that Tempo makes to a worklog when it stores it. */
  change(worklog: Content): Content;
  /** The final worklogs in Tempo. */
  stored: readonly SandboxWorklog[];
  /** The ids of worklogs that Tempo had before. */
  existingIds: ReadonlySet<number>;
  /** Whether all calls shared a journal and a lease; calls of different machines may each store the batch. */
  everywhere: boolean;
  /** Whether Tempo changes what it stores. */
  changesContent: boolean;
}

/** Compares what was reported of a batch with what is stored. */
export function judge({
  entries,
  calls,
  change,
  stored,
  existingIds,
  everywhere,
  changesContent,
}: Outcome): Tally {
  const tally = { ...emptyTally(), batches: 1, entries: entries.length };
  const byId = new Map(stored.map((worklog) => [worklog.id, worklog]));
  const contents = new Map<
    string,
    { wanted: number; stored: number; existed: number; reported: number; failed: number }
  >();
  const countOf = (content: string) => {
    const count = contents.get(content) ?? { wanted: 0, stored: 0, existed: 0, reported: 0, failed: 0 };
    contents.set(content, count);
    return count;
  };
  const wantedOf = (entry: BatchEntry) => contentOf(change(seedWorklog(entry)));
  for (const entry of entries) countOf(wantedOf(entry)).wanted += 1;
  const storedContents: string[] = [];
  for (const worklog of stored) {
    // A worklog that existed before has its content as it was entered.
    const existed = existingIds.has(worklog.id);
    const content = contentOf(existed ? change(worklog) : worklog);
    storedContents.push(content);
    const count = countOf(content);
    count.stored += 1;
    if (existed) count.existed += 1;
  }
  for (const [call, results] of calls.entries()) {
    const ids = new Set<number>();
    const successes: string[] = [];
    for (const [index, result] of results.entries()) {
      const wanted = wantedOf(entries[index] as BatchEntry);
      if (result.success) {
        const id = Number(result.worklogId);
        const worklog = byId.get(id);
        const found = worklog && contentOf(existingIds.has(id) ? change(worklog) : worklog);
        if (everywhere && (found !== wanted || ids.has(id))) tally.successNotStored += 1;
        ids.add(id);
        successes.push(wanted);
        if ("possibleDuplicateId" in result) countOf(wanted).reported += 1;
      } else if (isUnknown(result.error)) countOf(wanted).reported += 1;
      else if (call === calls.length - 1) countOf(wanted).failed += 1;
      if (call !== calls.length - 1) continue;
      if (result.success) tally.stored += 1;
      else if (isUnknown(result.error)) tally.unknown += 1;
      else tally.failed += 1;
    }
    if (!everywhere) tally.successNotStored += missing(successes, storedContents, changesContent);
  }
  for (const count of contents.values()) {
    const excess = count.stored - Math.max(count.wanted, count.existed) - count.reported;
    if (everywhere) tally.storedTwice += Math.max(0, excess);
    else tally.storedByOthers += Math.max(0, excess);
    if (everywhere && count.failed > 0)
      tally.failureStored += Math.max(0, count.stored - (count.wanted - count.failed));
  }
  const isCertain = [...contents.values()].every(({ reported }) => reported === 0);
  if (everywhere && isCertain) tally.overfullDays = overfullDays(stored);
  return tally;
}

/** Whether an error says that its entry may be stored, by this call or by an earlier one. */
export function isUnknown(error = ""): boolean {
  return /unknown|has not said what became of an earlier request/.test(error);
}

/**
 * The number of worklogs that a call of one of two machines reported and that are not stored. The machines may take each other's worklogs
 * for their own; if Tempo changes the comments, what is left to compare is the hours.
 */
function missing(reported: readonly string[], stored: readonly string[], byHours: boolean): number {
  const keys = (contents: readonly string[]) => (byHours ? contents.map(withoutComment) : [...contents]);
  const left = keys(stored);
  return keys(reported).filter((key) => {
    const index = left.indexOf(key);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  }).length;
}

function withoutComment(content: string): string {
  const [issueId, date, hours] = JSON.parse(content) as unknown[];
  return JSON.stringify([issueId, date, hours]);
}

/** The number of dates with more than 24 hours. */
function overfullDays(stored: readonly SandboxWorklog[]): number {
  const byDate = groupBy(stored, ({ startDate }) => startDate);
  const seconds = [...byDate.values()].map((ofDate) =>
    ofDate.reduce((sum, { timeSpentSeconds }) => sum + timeSpentSeconds, 0),
  );
  return seconds.filter((sum) => sum > DAY_SECONDS).length;
}

/** The tally of no batch. */
export function emptyTally(): Tally {
  return {
    overfullDays: 0,
    storedTwice: 0,
    successNotStored: 0,
    failureStored: 0,
    batches: 0,
    entries: 0,
    stored: 0,
    unknown: 0,
    failed: 0,
    storedByOthers: 0,
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

/** The same for an entry's worklog and the one that Tempo has of it. */
export function contentOf(worklog: Omit<SandboxWorklog, "id">): string {
  const { issueId, startDate, timeSpentSeconds, billableSeconds, description } = worklog;
  return JSON.stringify([issueId, startDate, toHours(timeSpentSeconds), billableSeconds, description]);
}
