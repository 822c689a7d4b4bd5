import type { BulkWorklogEntry } from "../../generated/inputs.ts";
import { InvalidInputError, NotFoundError, type TimesheetError } from "../errors.ts";
import { toSeconds } from "../hours.ts";
import type { CallScope, ConfirmedWorklog, Issue, NewWorklog, Timesheet } from "../port.ts";
import { type PostingPolicy, postWorklogs } from "./post-worklogs.ts";

/** What became of one entry of a batch. */
export type EntryOutcome =
  | { entry: BulkWorklogEntry; issue: Issue; stored: ConfirmedWorklog; alreadyLogged?: true }
  | { entry: BulkWorklogEntry; failure: TimesheetError };

export interface BatchOptions {
  billable: boolean;
  /** By index: entries that break a rule, with its words. They are reported, never sent. */
  refusedRows: ReadonlyMap<number, string>;
  scope: CallScope;
  posting: PostingPolicy;
  /** Called with the number of entries settled so far. */
  onProgress(settled: number): void;
}

/** Stores a batch and tells of each entry, in the order given, what became of it. */
export async function postBatch(
  timesheet: Timesheet,
  entries: BulkWorklogEntry[],
  { billable, refusedRows, scope, posting, onProgress }: BatchOptions,
): Promise<EntryOutcome[]> {
  const isSound = (index: number) => !refusedRows.has(index);
  const keys = entries.filter((_, index) => isSound(index)).map(({ issueKey }) => issueKey);
  const issues = await timesheet.findIssues([...new Set(keys)], scope);
  const toPost = entries.flatMap((entry, index) => {
    const issue = isSound(index) ? issues.get(entry.issueKey) : undefined;
    return issue
      ? [{ index, worklog: toNewWorklog(issue, entry.date, entry.hours, billable, entry.description) }]
      : [];
  });

  let settled = entries.length - toPost.length;
  onProgress(settled);
  const posted = await postWorklogs(
    timesheet,
    toPost.map(({ worklog }) => worklog),
    {
      ...posting,
      scope,
      onSettled(count) {
        settled += count;
        onProgress(settled);
      },
    },
  );
  const outcomes = new Map(
    toPost.map(({ index, worklog }, place) => [index, { worklog, outcome: posted[place] }]),
  );

  return entries.map((entry, index) => {
    const refusal = refusedRows.get(index);
    if (refusal !== undefined) return { entry, failure: new InvalidInputError(refusal) };
    const { worklog, outcome } = outcomes.get(index) ?? {};
    return worklog && outcome
      ? { entry, issue: worklog.issue, ...outcome }
      : { entry, failure: unknownIssue(entry.issueKey) };
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
export function unknownIssue(issueKey: string): NotFoundError {
  return new NotFoundError(
    `Jira has no issue ${issueKey}, or you may not see it. Nothing was sent to Tempo for it. ` +
      "Check the key, and that you can open the issue in Jira.",
  );
}
