import type { BulkWorklogEntry, FillDaysInput } from "../../generated/inputs.ts";
import type { FillDaysResponse } from "../../generated/responses.ts";
import { lenientComment } from "../../timesheet/content.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { copyOf, planDay, type Target } from "../../timesheet/filling/plan-day.ts";
import { toHours, toSeconds } from "../../timesheet/hours.ts";
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

/** The user's choice of worklogs for each day. */
export interface Wanted {
  /** The day whose worklogs are repeated; without it, the issue gets the missing hours. */
  source?: Day | undefined;
  issueKey: string;
  description: string;
  /** Undefined if each copy keeps what its original has. */
  billable: boolean | undefined;
}

/** The least that `bulk_post_worklogs` takes, in seconds. */
const LEAST_SECONDS = toSeconds(0.1);

/** The plan of `fill_days` for the days of the targets that lack hours, made of the hours that replies show. */
export function planDays(days: readonly Day[], wanted: Wanted): PlannedDay[] {
  const targets = targetsOf(wanted);
  return days
    .filter(({ missingSeconds, date }) => missingSeconds > 0 && date !== wanted.source?.date)
    .map(({ date, requiredSeconds = 0, bookedSeconds = 0, worklogs }) => {
      const { worklogs: planned, skipped } = planDay(
        { date, requiredSeconds, bookedSeconds },
        targets,
        worklogs.map((worklog) => ({ ...worklog, ...billableOf(worklog), issueId: idOf(worklog.issueKey) })),
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
 * The calls of `fill_days` that log on the chosen days and on no other: one for each stretch without a day in between that lacks hours
 * and is not chosen.
 */
export function fillCalls(
  days: readonly Day[],
  chosen: ReadonlySet<string>,
  { source, issueKey, description, billable }: Wanted,
): FillDaysInput[] {
  const ranges: DateRange[] = [];
  let open: DateRange | undefined;
  for (const { date, missingSeconds } of days) {
    if (chosen.has(date)) {
      if (!open) {
        open = { startDate: date, endDate: date };
        ranges.push(open);
      }
      open.endDate = date;
    } else if (missingSeconds > 0 && date !== source?.date) open = undefined;
  }
  const what = source
    ? { copyFrom: { startDate: source.date } }
    : { rows: [{ issueKey, ...(description && { description }) }] };
  return ranges.map((range) => ({ ...range, ...what, ...(billable !== undefined && { billable }) }));
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
