import type { GetScheduleResponse, GetWorklogsResponse, Worklog } from "../../generated/responses.ts";
import { type DateRange, datesOf } from "../../timesheet/dates.ts";
import { balanceOf, type DayBalance, sum } from "../../timesheet/day-balance.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { readTime, toHours, toSeconds } from "../../timesheet/hours.ts";

/** The schedule and worklogs of a range. A half is missing if it is not read yet, or if the host lets the view read nothing. */
export interface Sheet {
  range: DateRange;
  schedule?: GetScheduleResponse;
  /** All of the range, of every issue. */
  worklogs?: GetWorklogsResponse;
}

/**
 * - `missing`, `partly`: nothing or too little is logged.
 * - `over`: more than required. `extra`: on a day off.
 * - `upcoming`: too little, but after today.
 * - `unknown`: the schedule or the worklogs were not read.
 */
type DayState = "missing" | "partly" | "done" | "over" | "extra" | "off" | "upcoming" | "unknown";

/** Unknown hours count as neither missing nor over. */
export interface Day extends DayBalance {
  date: string;
  /** Undefined if the schedule was not read. */
  requiredSeconds: number | undefined;
  /** Undefined if the worklogs were not read. */
  loggedSeconds: number | undefined;
  state: DayState;
  holiday?: string;
  worklogs: readonly LoggedTime[];
}

export interface LoggedTime extends Worklog {
  seconds: number;
}

/** Every date of the range. @param today hours can be missing up to this date */
export function daysOf({ range, schedule, worklogs }: Sheet, today: string): Day[] {
  const required = schedule && requiredByDate(schedule);
  const logged = worklogs && groupBy(timesOf(worklogs), ({ date }) => date);
  return datesOf(range).map((date) => {
    const { seconds, holiday } = required?.get(date) ?? {};
    const worklogs = logged?.get(date) ?? [];
    const loggedSeconds = logged && sumSeconds(worklogs);
    return {
      date,
      requiredSeconds: seconds,
      loggedSeconds,
      missingSeconds: 0,
      overSeconds: 0,
      state: "unknown",
      ...(seconds !== undefined &&
        loggedSeconds !== undefined &&
        balanceAndState(seconds, loggedSeconds, date > today)),
      ...(holiday !== undefined && { holiday }),
      worklogs,
    };
  });
}

/** The worklogs of a reply, each with its seconds. */
export function timesOf({ worklogs }: GetWorklogsResponse): LoggedTime[] {
  return worklogs.map((worklog) => ({ ...worklog, seconds: secondsOf(worklog) }));
}

/** The seconds of a worklog, or of an entry of `fill_days`. */
export function secondsOf({ hours, timeSpent }: { hours: number; timeSpent?: string }): number {
  return (typeof timeSpent === "string" ? readTime(timeSpent) : undefined) ?? toSeconds(hours);
}

export function sumSeconds(times: readonly { seconds: number }[]): number {
  return sum(times, ({ seconds }) => seconds);
}

function requiredByDate({ days, summary }: GetScheduleResponse) {
  const read = readHours(
    days.map(({ requiredHours }) => requiredHours),
    summary.totalRequiredHours,
  );
  return new Map(
    days.map(({ date, requiredHours, holiday }) => [date, { seconds: read(requiredHours), holiday }]),
  );
}

function balanceAndState(required: number, logged: number, isToCome: boolean) {
  const balance = balanceOf({ requiredSeconds: required, loggedSeconds: logged });
  return { ...balance, state: stateOf(balance, required, logged, isToCome) };
}

function stateOf(balance: DayBalance, required: number, logged: number, isToCome: boolean): DayState {
  if (balance.missingSeconds > 0) return isToCome ? "upcoming" : logged > 0 ? "partly" : "missing";
  if (required === 0) return logged > 0 ? "extra" : "off";
  return balance.overSeconds > 0 ? "over" : "done";
}

export interface Amount {
  days: number;
  seconds: number;
}

export type Coverage = ReturnType<typeof coverageOf>;

/** The totals of a range, in seconds. @param today hours are due up to this date */
export function coverageOf(days: readonly Day[], today: string) {
  const amount = (states: readonly DayState[], secondsOf: (day: Day) => number): Amount => {
    const found = days.filter(({ state }) => states.includes(state));
    return { days: found.length, seconds: sum(found, secondsOf) };
  };
  return {
    /** The missing hours up to today. */
    missing: amount(["missing", "partly"], (day) => day.missingSeconds),
    /** The missing hours after today. */
    upcoming: amount(["upcoming"], (day) => day.missingSeconds),
    /** The excess on days that require hours. */
    over: amount(["over"], (day) => day.overSeconds),
    /** The hours logged on days off. */
    extra: amount(["extra"], (day) => day.loggedSeconds ?? 0),
    requiredSeconds: sum(days, (day) => day.requiredSeconds ?? 0),
    isDue: days.some(({ date, requiredSeconds = 0 }) => date <= today && requiredSeconds > 0),
    loggedSeconds: sum(days, (day) => day.loggedSeconds ?? 0),
    isKnown: days.every(({ state }) => state !== "unknown"),
  };
}

/** The share that is logged, from 0 to 1; 1 if nothing is required. */
export function shareLogged(required: number | undefined, logged: number | undefined): number {
  if (logged === undefined) return 0;
  if (required === undefined || required === 0) return logged > 0 ? 1 : 0;
  return Math.min(1, logged / required);
}

/**
 * Returns a function that reads the hours of a reply as seconds. Replies round to two decimals, so three times 20 minutes is 0.33 each and 1 in
 * all. Read as whole minutes, such hours add up again; where they do not add up to the reply's own total, they are decimals.
 */
export function readHours(hours: readonly number[], total: number): (hours: number) => number {
  const off = (read: (hours: number) => number) =>
    Math.abs(toHours(hours.reduce((sum, each) => sum + read(each), 0)) - total);
  return off(toMinutes) <= off(toSeconds) ? toMinutes : toSeconds;
}

function toMinutes(hours: number): number {
  return Math.round(hours * 60) * 60;
}

/** The number of issues with a colour and pattern of their own; all others share one. */
const MARKED = 6;

/** The class of an issue's colour and pattern, which the style sheet has. */
export type MarkOf = (issueKey: string) => string;

/** @param issues most hours first */
export function marksOf(issues: readonly { issueKey: string }[]): MarkOf {
  const ranks = new Map(issues.map(({ issueKey }, index) => [issueKey, index]));
  return (issueKey) => `mark m${Math.min(ranks.get(issueKey) ?? MARKED, MARKED)}`;
}

/** The logged seconds of a day by issue, in the order in which they were logged. */
export function secondsByIssue({ worklogs }: Pick<Day, "worklogs">): Map<string, number> {
  const groups = groupBy(worklogs, ({ issueKey }) => issueKey);
  return new Map([...groups].map(([issueKey, times]) => [issueKey, sumSeconds(times)]));
}

/** Whether it is a key; replies name hidden issues by their ids. */
export function isIssueKey(text: string): boolean {
  return /^[A-Z][A-Z0-9_]*-\d+$/i.test(text);
}

/** The worklogs that appeared on the dates of rows between two reads. */
export interface Appeared {
  worklogs: number;
  /** Those that are alike a row of their own: its date, its issue, and its hours, which Tempo may round. */
  alike: number;
}

/** Tempo rounds hours by less. */
const MAX_ROUNDING_SECONDS = 1800;

/** A worklog that is alike may be another one, and one that is not may be a row, whose issue has moved. */
export function appearedOn(
  rows: readonly { date: string; issueKey: string; seconds: number }[],
  before: Pick<Sheet, "worklogs">,
  after: Pick<Sheet, "worklogs">,
): Appeared {
  const dates = new Set(rows.map(({ date }) => date));
  const old = idsOf(before);
  const worklogs = after.worklogs?.worklogs ?? [];
  const appeared = worklogs.filter(({ id, date }) => dates.has(date) && !old.has(id));
  const left = [...rows];
  const alike = appeared.filter(({ date, issueKey, hours }) =>
    take(
      left,
      (row) =>
        row.date === date &&
        row.issueKey.toUpperCase() === issueKey.toUpperCase() &&
        Math.abs(row.seconds - toSeconds(hours)) < MAX_ROUNDING_SECONDS,
    ),
  );
  return { worklogs: appeared.length, alike: alike.length };
}

/** Whether Tempo lists the worklogs that were logged. */
export function areListed(rows: readonly { id?: string | undefined }[], sheet: Sheet): boolean {
  const listed = idsOf(sheet);
  return rows.every(({ id }) => id === undefined || listed.has(id));
}

function idsOf({ worklogs }: Pick<Sheet, "worklogs">) {
  return new Set(worklogs?.worklogs.map(({ id }) => id));
}

/** Whether two values of JSON are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Takes the first item that is sought out of a list. */
export function take<Item>(items: Item[], isIt: (item: Item) => boolean): Item | undefined {
  const index = items.findIndex(isIt);
  return index < 0 ? undefined : items.splice(index, 1)[0];
}
