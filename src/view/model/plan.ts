import type { BulkWorklogEntry, FillDaysInput, FillRow } from "../../generated/inputs.ts";
import type { FillDaysResponse } from "../../generated/responses.ts";
import { lenientComment } from "../../timesheet/content.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { MIN_GAP_SECONDS } from "../../timesheet/day-balance.ts";
import {
  besideLogged,
  copyOf,
  type FixedTarget,
  type LoggedTime as Logged,
  planDay,
  type Target,
} from "../../timesheet/filling/plan-day.ts";
import { readTime, toHours, toSeconds } from "../../timesheet/hours.ts";
import { MAX_BATCH } from "../../timesheet/limits.ts";
import { sum } from "../../timesheet/missing-days.ts";
import type { Day, LoggedTime } from "./days.ts";

/** The rows that may be logged on one day. */
export interface PlannedDay {
  date: string;
  rows: readonly BulkWorklogEntry[];
  /** The worklogs that are left out, with the reasons. */
  notes: readonly string[];
  /** Why its rows cannot be logged. */
  problem?: string;
}

/** A row of a plan as the user has changed it. The hours are those to log, beside what is logged already. */
export type EditedRow = Pick<BulkWorklogEntry, "issueKey" | "hours" | "description">;

/** The user's choice of worklogs for each day. */
export interface Wanted {
  /** The day whose worklogs are repeated; without it, the issue gets the missing hours. */
  source?: Day | undefined;
  issueKey: string;
  description: string;
  /** Undefined if each copy keeps what its original has. */
  billable: boolean | undefined;
  /** The rows of the dates whose plan the user has changed, instead of all that is above. */
  edited?: ReadonlyMap<string, readonly EditedRow[]>;
}

/** The least that `bulk_post_worklogs` takes, in seconds. */
const LEAST_SECONDS = toSeconds(0.1);

/** The plan of `fill_days` for the days of the targets that lack hours, made of the hours that replies show. */
export function planDays(days: readonly Day[], wanted: Wanted): PlannedDay[] {
  const targets = targetsOf(wanted);
  return days
    .filter(({ missingSeconds, date }) => missingSeconds > 0 && date !== wanted.source?.date)
    .map((day) => {
      const { date, requiredSeconds = 0, bookedSeconds = 0 } = day;
      const rows = wanted.edited?.get(date);
      const { worklogs: planned, skipped } = planDay(
        { date, requiredSeconds, bookedSeconds },
        rows ? editedTargets(day, rows, wanted) : targets,
        loggedOn(day),
      );
      return {
        date,
        rows: planned.map(({ issue, seconds, comment }) =>
          rowOf(issue.key, exactHours(seconds), date, comment),
        ),
        notes: skipped.map(noteOf),
      };
    });
}

function targetsOf({ source, issueKey, description, billable }: Wanted): Target[] {
  if (!source) {
    const issue = issueOf(issueKey);
    return [{ issue, seconds: undefined, billable: Number(billable ?? true), comment: description }];
  }
  return source.worklogs.map((worklog) =>
    copyOf({ ...worklog, ...billableOf(worklog), issue: issueOf(worklog.issueKey) }, billable),
  );
}

/** The targets by which just these rows are planned, as far as they fit. */
function editedTargets(day: Day, rows: readonly EditedRow[], { billable = true }: Wanted): FixedTarget[] {
  const targets = rows.map(({ issueKey, hours, description = "" }) => ({
    issue: issueOf(issueKey),
    seconds: toSeconds(hours),
    billable: Number(billable),
    comment: description,
  }));
  return besideLogged(targets, loggedOn(day));
}

function loggedOn({ worklogs }: Day): Logged[] {
  return worklogs.map((worklog) => ({
    ...worklog,
    ...billableOf(worklog),
    issueId: idOf(worklog.issueKey),
  }));
}

/** Replies name issues by their keys. */
function issueOf(key: string): Target["issue"] {
  return { id: idOf(key), key, summary: "" };
}

function idOf(issueKey: string): string {
  return issueKey.toUpperCase();
}

function billableOf({ seconds, hours, billableHours = hours }: LoggedTime): { billableSeconds: number } {
  return { billableSeconds: billableHours === hours ? seconds : toSeconds(billableHours) };
}

function rowOf(issueKey: string, hours: number, date: string, comment: string | undefined): BulkWorklogEntry {
  return { issueKey, hours, date, ...(comment && { description: comment }) };
}

function noteOf({ issueKey, reason }: { issueKey?: string; reason: string }): string {
  return issueKey === undefined ? reason : `${issueKey}: ${reason}`;
}

/** The same plan, with what keeps `bulk_post_worklogs` from logging the rows of a day. */
export function planForBulk(planned: readonly PlannedDay[], days: readonly Day[]): PlannedDay[] {
  const worklogsOf = new Map(days.map(({ date, worklogs }) => [date, worklogs]));
  return planned.map((day) => {
    const worklogs = worklogsOf.get(day.date) ?? [];
    const problem = day.rows.some(({ hours }) => toSeconds(hours) < LEAST_SECONDS)
      ? "less than 0.1 h, which cannot be logged here"
      : day.rows.some((row) => worklogs.some((worklog) => isEqual(row, worklog)))
        ? "an equal worklog exists, and none is logged twice: give another comment"
        : undefined;
    return problem ? { ...day, problem } : day;
  });
}

/** Whether `bulk_post_worklogs` takes the row for a worklog that exists. */
function isEqual({ issueKey, hours, description = "" }: BulkWorklogEntry, worklog: LoggedTime): boolean {
  return (
    idOf(issueKey) === idOf(worklog.issueKey) &&
    toHours(toSeconds(hours)) === worklog.hours &&
    lenientComment(description) === lenientComment(worklog.comment)
  );
}

export function canBeChosen({ rows, problem }: PlannedDay): boolean {
  return rows.length > 0 && problem === undefined;
}

/** The days that are chosen until the user says otherwise: as many as one call takes. */
export function chosenAtFirst(planned: readonly PlannedDay[]): Set<string> {
  const chosen = new Set<string>();
  let rows = 0;
  for (const day of planned) {
    if (!canBeChosen(day) || rows + day.rows.length > MAX_BATCH) continue;
    rows += day.rows.length;
    chosen.add(day.date);
  }
  return chosen;
}

export function rowsOf(planned: readonly PlannedDay[]): BulkWorklogEntry[] {
  return planned.flatMap(({ rows }) => rows);
}

/**
 * The calls of `fill_days` that log on the chosen days and on no other: one for each day that the user has changed, and for each stretch
 * without a day in between that lacks hours and is not chosen.
 */
export function fillCalls(
  days: readonly Day[],
  chosen: ReadonlySet<string>,
  wanted: Wanted,
): FillDaysInput[] {
  const { source, issueKey, description, billable, edited } = wanted;
  const calls: (FillDaysInput & DateRange)[] = [];
  const add = (date: string, what: Pick<FillDaysInput, "rows" | "copyFrom">) => {
    const call = { startDate: date, endDate: date, ...what, ...(billable !== undefined && { billable }) };
    calls.push(call);
    return call;
  };
  let open: DateRange | undefined;
  for (const day of days) {
    const { date } = day;
    const rows = edited?.get(date);
    if (chosen.has(date) && rows) {
      add(date, { rows: editedTargets(day, rows, wanted).map(fillRow) });
      open = undefined;
    } else if (chosen.has(date)) {
      open ??= add(
        date,
        source
          ? { copyFrom: { startDate: source.date } }
          : { rows: [{ issueKey, ...(description && { description }) }] },
      );
      open.endDate = date;
    } else if (day.missingSeconds > 0 && date !== source?.date) open = undefined;
  }
  return calls;
}

function fillRow({ issue, seconds, comment }: FixedTarget): FillRow {
  return { issueKey: issue.key, hours: seconds / 3600, ...(comment && { description: comment }) };
}

/** The days of a plan of `fill_days`. */
export function plannedBy({ entries, skipped = [] }: FillDaysResponse): PlannedDay[] {
  const rows = entries.flatMap(({ issueKey, hours, comment, dates }) =>
    dates.map((date) => rowOf(issueKey, hours, date, comment)),
  );
  const dates = new Set([...rows, ...skipped].map(({ date }) => date));
  return [...dates].sort().map((date) => ({
    date,
    rows: rows.filter((row) => row.date === date),
    notes: skipped.filter((each) => each.date === date).map(noteOf),
  }));
}

/** Whether a plan has the rows that were shown, as far as replies tell. */
export function hasSameRows(a: readonly PlannedDay[], b: readonly PlannedDay[]): boolean {
  const contents = (planned: readonly PlannedDay[]) =>
    JSON.stringify(
      rowsOf(planned)
        .map(({ issueKey, hours, date, description = "" }) =>
          JSON.stringify([date, idOf(issueKey), toHours(toSeconds(hours)), lenientComment(description)]),
        )
        .sort(),
    );
  return contents(a) === contents(b);
}

/** Hours that are stored as these very seconds. With two decimals, six copies of 1 h 10 min would be a minute too long. */
function exactHours(seconds: number): number {
  return Math.round(seconds / 0.36) / 10_000;
}

/** The time of a text such as 1.5, 1,5 or 1h 30m; undefined if it is no such text. */
function secondsIn(text: string): number | undefined {
  const hours = Number(text.replace(",", ".") || Number.NaN);
  return readTime(text) ?? (Number.isNaN(hours) ? undefined : toSeconds(hours));
}

/** The fields of a row as they were typed. */
export interface TypedRow {
  issueKey: string;
  hours: string;
  description: string;
}

/**
 * The row that was typed, or why it can be none.
 *
 * @param free the seconds that are missing on the date beside its other rows
 */
export function readRow({ issueKey, hours, description }: TypedRow, free: number): EditedRow | Refused {
  const seconds = secondsIn(hours.trim());
  if (issueKey.trim() === "") return { lacks: "issue" };
  if (seconds === undefined || seconds < LEAST_SECONDS) return { lacks: "hours" };
  if (seconds - free >= MIN_GAP_SECONDS) return { lacks: "room" };
  return {
    issueKey: issueKey.trim(),
    hours: exactHours(Math.min(seconds, free)),
    description,
  };
}

/** The field for which a row cannot be read, or that the hours are more than are missing. */
export interface Refused {
  lacks: "issue" | "hours" | "room";
}

/** The sum in seconds, as Tempo will store the rows. */
export function plannedSeconds(rows: readonly { hours: number }[]): number {
  return sum(rows, ({ hours }) => toSeconds(hours));
}

/** Whether the worklogs of a day are billable. */
export function areBillable({ worklogs }: Day): "yes" | "no" | "mixed" {
  const billable = worklogs.filter(({ billableHours }) => billableHours === undefined).length;
  return billable === worklogs.length
    ? "yes"
    : worklogs.every(({ billableHours }) => billableHours === 0)
      ? "no"
      : "mixed";
}
