import type { Worklog, WorklogSummary } from "../generated/responses.ts";
import { exactTime, toHours } from "./hours.ts";
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
    ...timesOf(worklog),
  };
}

/** The keys for a start time, and for a time that the hours do not say exactly, as far as a worklog has them. */
export function timesOf({ startTime, seconds }: { startTime?: string; seconds: number }): {
  startTime?: string;
  timeSpent?: string;
} {
  const timeSpent = exactTime(seconds);
  return {
    ...(startTime !== undefined && !isMidnight(startTime) && { startTime: startTime.slice(0, 5) }),
    ...(timeSpent !== undefined && { timeSpent }),
  };
}

/** The start time of a worklog that was stored; none for an empty one and for midnight. */
export function storedStart(startTime: string): { startTime?: string } {
  return startTime === "" || isMidnight(startTime) ? {} : { startTime };
}

/** Data Center has midnight for a worklog without a start time. */
function isMidnight(startTime: string): boolean {
  return startTime.startsWith("00:00");
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
