import type { IssueAggregate } from "../generated/responses.ts";
import type { CallContext } from "./call-context.ts";
import { addDays, type DateRange } from "./dates.ts";
import { groupBy } from "./group-by.ts";
import { toHours, toHoursOf } from "./hours.ts";
import type { Issue } from "./port.ts";

/** The time of worklogs, exact. */
export interface Tally {
  seconds: number;
  billableSeconds: number;
  /** The number of worklogs. */
  worklogs: number;
}

interface TimeOnIssue {
  issue: Issue;
  seconds: number;
}

export function tallyOf(parts: Iterable<Tally>): Tally {
  const total = { seconds: 0, billableSeconds: 0, worklogs: 0 };
  for (const part of parts) addTo(total, part);
  return total;
}

/** Adds a part to a tally, in place: a call may add hundreds of thousands. */
export function addTo(total: Tally, { seconds, billableSeconds, worklogs }: Tally): void {
  total.seconds += seconds;
  total.billableSeconds += billableSeconds;
  total.worklogs += worklogs;
}

/** The worklogs of each issue, added up. */
export function tallyByIssue(worklogs: Iterable<Omit<Tally, "worklogs"> & { issue: Issue }>): Tally[] {
  return [...groupBy(worklogs, ({ issue }) => issue.id).values()].map((group) =>
    tallyOf(group.map(({ seconds, billableSeconds }) => ({ seconds, billableSeconds, worklogs: 1 }))),
  );
}

export function totalHours(entries: Pick<TimeOnIssue, "seconds">[]): number {
  return toHours(entries.reduce((sum, entry) => sum + entry.seconds, 0));
}

/** Hours by issue, rounded once each. @param total if given, those of all issues, to which the hours add up then */
export function aggregateByIssue(entries: readonly TimeOnIssue[], total?: number): IssueAggregate[] {
  const issues = [...groupBy(entries, ({ issue }) => issue.id).values()]
    .map((of) => ({ of, seconds: of.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .map(({ of, seconds }) => ({ issue: (of[0] as TimeOnIssue).issue, seconds, entryCount: of.length }))
    .sort((a, b) => toHours(b.seconds) - toHours(a.seconds) || compareText(a.issue.key, b.issue.key));
  const seconds = issues.map((each) => each.seconds);
  const hours = total === undefined ? seconds.map((each) => toHours(each)) : toHoursOf(total, seconds);
  return issues.map(({ issue, entryCount }, index) => ({
    issueKey: issue.key,
    issueSummary: issue.summary,
    totalHours: hours[index] ?? 0,
    entryCount,
  }));
}

const RECENT_DAYS = 30;

/** The last days up to today. */
export function recentDays({ today }: Pick<CallContext, "today">): DateRange {
  return { startDate: addDays(today, 1 - RECENT_DAYS), endDate: today };
}

/** The issues that the user logged time on in the last days, with the dates. */
export async function findRecentIssues(
  context: Pick<CallContext, "timesheet" | "today" | "signal" | "deadline">,
): Promise<DateRange & { byIssue: IssueAggregate[] }> {
  // It is needed for the worklogs too, and says which day it is.
  await context.timesheet.readProfile(context);
  const range = recentDays(context);
  return {
    ...range,
    byIssue: aggregateByIssue(await context.timesheet.getWorklogs(range, undefined, context)),
  };
}

/** Compares by code unit: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
