import type { Worklog, WorklogSummary } from "../generated/responses.ts";
import { toHours } from "./hours.ts";
import type { LoggedWorklog } from "./port.ts";
import { compareText, totalHours } from "./totals.ts";

export function inOrder(worklogs: LoggedWorklog[]): LoggedWorklog[] {
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

export function summariseWorklogs(worklogs: { issueId: string; seconds: number }[]): WorklogSummary {
  return {
    totalHours: totalHours(worklogs),
    totalEntries: worklogs.length,
    uniqueIssues: new Set(worklogs.map(({ issueId }) => issueId)).size,
  };
}

/** Ids are digits without leading zeros, so the shorter one is the smaller number, and the older worklog. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}
