import type { UpdateWorklogInput } from "../../generated/inputs.ts";
import type { WorklogBefore, WorklogDifference } from "../../generated/responses.ts";
import { plainComment } from "../content.ts";
import { exactTime, toHours, toSeconds } from "../hours.ts";
import type { AttributeValue, FullWorklog } from "../port.ts";

export type WorklogChanges = Omit<UpdateWorklogInput, "worklogId" | "issueKey">;

/** Changes with the attributes as Tempo takes them; an empty value removes one. */
export type ReadyChanges = Omit<WorklogChanges, "attributes"> & { attributes?: readonly AttributeValue[] };

const MIDNIGHT = "00:00";

/**
 * All of a worklog with the changes in it. A value that it has already, as replies show it, stays to the second. Billable time keeps
 * its share: all, none, or as many seconds as there were, at most all.
 */
export function merge(
  current: FullWorklog,
  { hours, date = current.date, startTime, description, billable, attributes = [] }: ReadyChanges,
): FullWorklog {
  const wanted = hours === undefined ? current.seconds : toSeconds(hours);
  const seconds = toHours(wanted) === toHours(current.seconds) ? current.seconds : wanted;
  const comment =
    description === undefined || plainComment(description) === plainComment(current.comment)
      ? current.comment
      : description;
  return {
    ...current,
    date,
    ...(startTime !== undefined && startTime !== timeOf(current) && { startTime: `${startTime}:00` }),
    seconds,
    billableSeconds: billableOf(current, seconds, billable),
    comment,
    attributes: mergeAttributes(current.attributes, attributes),
  };
}

function mergeAttributes(
  current: readonly AttributeValue[],
  changes: readonly AttributeValue[],
): AttributeValue[] {
  const merged = new Map([...current, ...changes].map((it) => [it.key, it]));
  return [...merged.values()].filter(
    ({ key, value }) => value !== "" || !changes.some((it) => it.key === key),
  );
}

function billableOf(current: FullWorklog, seconds: number, billable: boolean | undefined): number {
  if (billable !== undefined) return billable ? seconds : 0;
  if (current.billableSeconds === current.seconds) return seconds;
  return Math.min(current.billableSeconds, seconds);
}

/** The attributes of a worklog whose values another one does not have. */
export function otherAttributes(worklog: FullWorklog, than: FullWorklog): AttributeValue[] {
  const values = new Map(than.attributes.map(({ key, value }) => [key, value]));
  return worklog.attributes.filter(({ key, value }) => values.get(key) !== value);
}

/** The old values of what differs, in the reply's units. */
export function before(old: FullWorklog, now: FullWorklog): WorklogBefore {
  const isBillableAsBefore = shownBillable(old) === shownBillable(now);
  const hours = toHours(old.seconds);
  const timeSpent = exactTime(old.seconds);
  return {
    ...(old.date !== now.date && { date: old.date }),
    ...(hours !== toHours(now.seconds) && { hours, ...(timeSpent !== undefined && { timeSpent }) }),
    ...(old.comment !== now.comment && { comment: old.comment }),
    ...(!isBillableAsBefore && { billableHours: toHours(old.billableSeconds) }),
    ...(timeOf(old) !== timeOf(now) && { startTime: timeOf(old) }),
  };
}

/** Undefined if equal to the hours, as replies leave it out. */
export function shownBillable({ seconds, billableSeconds }: FullWorklog): number | undefined {
  return billableSeconds === seconds ? undefined : toHours(billableSeconds);
}

/** HH:mm; a worklog without a start time counts as one that starts at midnight, as Data Center has it. */
export function timeOf({ startTime = MIDNIGHT }: Pick<FullWorklog, "startTime">): string {
  return startTime.slice(0, 5);
}

/** The fields that Tempo has stored otherwise than they were sent, apart from line ends and space around a comment. */
export function differences(sent: FullWorklog, stored: FullWorklog): WorklogDifference[] {
  const [wanted, found] = [shown(sent), shown(stored)];
  const names = new Set([...wanted.keys(), ...found.keys()]);
  return [...names].flatMap((field) => {
    const [a, b] = [wanted.get(field), found.get(field)];
    if (a === b) return [];
    return [{ field, ...(a !== undefined && { sent: a }), ...(b !== undefined && { stored: b }) }];
  });
}

export function isEqual(one: FullWorklog, other: FullWorklog): boolean {
  return one.issueId === other.issueId && differences(one, other).length === 0;
}

function shown(worklog: FullWorklog): Map<string, string> {
  const { date, seconds, billableSeconds, comment, attributes } = worklog;
  return new Map([
    ["date", date],
    ["hours", String(toHours(seconds))],
    ["comment", plainComment(comment)],
    ["billableHours", String(toHours(billableSeconds))],
    ["startTime", timeOf(worklog)],
    ...attributes.map(({ key, value }) => [key, value] as const),
  ]);
}
