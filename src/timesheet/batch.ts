import type { BulkWorklogEntry } from "../generated/inputs.ts";
import { BadInput, NotFound } from "./errors.ts";
import { toSeconds } from "./hours.ts";
import { type Outcome, postWorklogs } from "./posting.ts";
import type { Issue, NewWorklog, StoredWorklog, Timesheet } from "./timesheet.ts";

/** What became of one entry of a batch. */
export type EntryOutcome =
  | { entry: BulkWorklogEntry; issue: Issue; stored: StoredWorklog }
  | { entry: BulkWorklogEntry; failure: Error };

export interface BatchOptions {
  billable: boolean;
  /** By index: entries that break a rule, with its words. They are reported, never sent. */
  refusedRows: ReadonlyMap<number, string>;
  signal: AbortSignal;
  /** Called with the number of entries settled so far. */
  onProgress(settled: number): void;
}

/** Stores a batch and tells of each entry, in the order given, what became of it. */
export async function postBatch(
  timesheet: Timesheet,
  entries: BulkWorklogEntry[],
  { billable, refusedRows, signal, onProgress }: BatchOptions,
): Promise<EntryOutcome[]> {
  const sound = entries.filter((_, index) => !refusedRows.has(index));
  const issues = await timesheet.findIssues([...new Set(sound.map(({ issueKey }) => issueKey))], signal);
  const worklogs = new Map<BulkWorklogEntry, NewWorklog>();
  for (const entry of sound) {
    const issue = issues.get(entry.issueKey);
    if (issue) worklogs.set(entry, toNewWorklog(issue, entry.date, entry.hours, billable, entry.description));
  }

  let settled = entries.length - worklogs.size;
  onProgress(settled);
  const toPost = [...worklogs.values()];
  const posted = await postWorklogs(timesheet, toPost, {
    signal,
    onSettled(count) {
      settled += count;
      onProgress(settled);
    },
  });
  const outcomes = new Map(toPost.map((worklog, index) => [worklog, posted[index]]));

  return entries.map((entry, index) => {
    const refusal = refusedRows.get(index);
    if (refusal !== undefined) return { entry, failure: new BadInput(refusal) };
    const worklog = worklogs.get(entry);
    if (!worklog) return { entry, failure: unknownIssue(entry.issueKey) };
    return { entry, issue: worklog.issue, ...(outcomes.get(worklog) as Outcome) };
  });
}

/** A worklog to store, from the arguments of a call. Billable time is all of it or none. */
export function toNewWorklog(
  issue: Issue,
  date: string,
  hours: number,
  billable: boolean,
  description = "",
): NewWorklog {
  const seconds = toSeconds(hours);
  return { issue, date, seconds, billableSeconds: billable ? seconds : 0, comment: description };
}

/** The error for a key that leads to no issue that the worker may see. */
export function unknownIssue(issueKey: string): NotFound {
  return new NotFound(
    `Jira has no issue ${issueKey}, or you may not see it. Nothing was sent to Tempo for it. ` +
      "Check the key, and that you can open the issue in Jira.",
  );
}
