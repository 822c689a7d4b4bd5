import type { Worklog, WorklogSummary } from "../generated/responses.ts";
import { toHours } from "./hours.ts";
import type { LoggedWorklog } from "./port.ts";
import { compareText, type Tally, tallyOf } from "./totals.ts";

export function inOrder<Worklog extends Pick<LoggedWorklog, "id" | "date" | "startTime">>(
  worklogs: Worklog[],
): Worklog[] {
  return worklogs.toSorted(
    (a, b) =>
      compareText(a.date, b.date) ||
      compareText(a.startTime ?? "", b.startTime ?? "") ||
      compareIds(a.id, b.id),
  );
}

export function toWorklog(worklog: LoggedWorklog): Worklog {
  const { seconds, billableSeconds } = worklog;
  return {
    id: worklog.id,
    issueKey: worklog.issue.key,
    issueSummary: worklog.issue.summary,
    date: worklog.date,
    hours: toHours(seconds),
    comment: worklog.comment,
    ...(billableSeconds !== seconds && { billableHours: toHours(billableSeconds) }),
  };
}

/** @param issues the time on each issue */
export function summariseWorklogs(issues: readonly Tally[]): WorklogSummary {
  const { seconds, worklogs } = tallyOf(issues);
  return { totalHours: toHours(seconds), totalEntries: worklogs, uniqueIssues: issues.length };
}

/** Ids are digits without leading zeros, so the shorter one is the smaller number, and the older worklog. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}
