import type { Worklog, WorklogSummary } from "../generated/responses.ts";
import { shownAttributes, type ValueNames, valuesByKey } from "./attributes.ts";
import type { CallContext } from "./call-context.ts";
import { exactTime, toHours } from "./hours.ts";
import type { Attributes, CallScope, LoggedWorklog } from "./port.ts";
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

/** The names for the attributes of worklogs in a reply that shows details; undefined if it shows none. */
export async function readNames(
  worklogs: readonly { attributes?: Attributes }[],
  context: Pick<CallContext, "details" | "timesheet"> & CallScope,
): Promise<ValueNames | undefined> {
  return context.details === "off" ? undefined : namesOf(worklogs, context);
}

/** The names for the attributes of worklogs, which are read only if there are any. */
export async function namesOf(
  worklogs: readonly { attributes?: Attributes }[],
  context: Pick<CallContext, "timesheet"> & CallScope,
): Promise<ValueNames> {
  const keys = new Set(worklogs.flatMap(({ attributes = [] }) => [...valuesByKey(attributes).keys()]));
  return keys.size > 0 ? context.timesheet.valueNames(keys, context) : () => undefined;
}

/** @param nameOf given for a reply that shows details */
export function toWorklog(worklog: LoggedWorklog, nameOf: ValueNames | undefined): Worklog {
  const { seconds, billableSeconds } = worklog;
  return {
    id: worklog.id,
    issueKey: worklog.issue.key,
    issueSummary: worklog.issue.summary,
    date: worklog.date,
    hours: toHours(seconds),
    comment: worklog.comment,
    ...(billableSeconds !== seconds && { billableHours: toHours(billableSeconds) }),
    ...furtherKeys(worklog, nameOf),
  };
}

/**
 * The keys for a time that the hours do not say exactly, and for the start time and the attributes in a reply that shows them, as far as a
 * worklog has them.
 */
export function furtherKeys(
  { startTime, seconds, attributes = [] }: { startTime?: string; seconds: number; attributes?: Attributes },
  nameOf: ValueNames | undefined,
): Pick<Worklog, "startTime" | "timeSpent" | "attributes"> {
  const timeSpent = exactTime(seconds);
  const shown = nameOf ? shownAttributes(attributes, nameOf) : [];
  return {
    ...(nameOf && startTime !== undefined && !isMidnight(startTime) && { startTime: startTime.slice(0, 5) }),
    ...(timeSpent !== undefined && { timeSpent }),
    ...(shown.length > 0 && { attributes: shown }),
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
