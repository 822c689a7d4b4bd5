import type { FillDaysInput } from "../../generated/inputs.ts";
import type { FillDaysResponse } from "../../generated/responses.ts";
import { plainComment } from "../../timesheet/content.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { MIN_GAP_SECONDS, sum } from "../../timesheet/day-balance.ts";
import { readTime, toSeconds } from "../../timesheet/hours.ts";
import { MAX_BATCH, MIN_LOGGED_SECONDS } from "../../timesheet/limits.ts";
import { type Day, isIssueKey, secondsOf } from "./days.ts";

/** A worklog to be logged beside what is logged already. */
export interface PlannedRow {
  issueKey: string;
  seconds: number;
  comment: string;
}

export interface PlannedDay {
  date: string;
  rows: readonly PlannedRow[];
  /** The worklogs that are left out, with the reasons. */
  notes: readonly string[];
}

/** The user's choice of worklogs for each day. */
export interface Wanted {
  /** The day whose worklogs are repeated; without it, the issue gets the missing hours. */
  source?: Day | undefined;
  issueKey: string;
  description: string;
  /** Undefined if each copy keeps what its original has. */
  billable: boolean | undefined;
  /** The rows of the dates that the user has changed, instead of all that is above. */
  edited: ReadonlyMap<string, readonly PlannedRow[]>;
}

/** A stretch of days that one call of `fill_days` plans and logs. */
export interface Stretch {
  args: FillDaysInput & DateRange;
  /** The dates that the call is for. It plans for no other one, unless Tempo has changed. */
  dates: string[];
  isChosen: boolean;
}

/** The plan of `fill_days` for a stretch. */
export interface Plan extends Stretch {
  reply: FillDaysResponse;
}

/**
 * The calls for the open dates, of which the chosen ones are to be logged: one for each day that the user has changed, and for each
 * stretch of days that are all chosen or all not. Dates without an issue are in none.
 *
 * @param open the dates that may be logged on; no call reaches over any other that lacks hours
 */
export function stretchesOf(
  days: readonly Day[],
  open: ReadonlySet<string>,
  isChosen: (date: string) => boolean,
  wanted: Wanted,
): Stretch[] {
  const { source, issueKey, description, billable, edited } = wanted;
  const what = source
    ? { copyFrom: { startDate: source.date } }
    : isIssueKey(issueKey) && { rows: [{ issueKey, ...(description && { description }) }] };
  const most = Math.floor(MAX_BATCH / (source?.worklogs.length ?? 1));
  const stretches: Stretch[] = [];
  const begin = (date: string, planned: Pick<FillDaysInput, "rows" | "copyFrom">) => {
    const args = { startDate: date, endDate: date, ...planned, ...(billable !== undefined && { billable }) };
    const stretch = { args, dates: [date], isChosen: isChosen(date) };
    stretches.push(stretch);
    return stretch;
  };
  let last: Stretch | undefined;
  for (const day of days) {
    const { date } = day;
    const rows = edited.get(date);
    if (!open.has(date)) {
      if (day.missingSeconds > 0) last = undefined;
    } else if (rows) {
      begin(date, { rows: rowsBesideLogged(day, rows) });
      last = undefined;
    } else if (last?.isChosen === isChosen(date) && last.dates.length < most) {
      last.args.endDate = date;
      last.dates.push(date);
    } else last = what ? begin(date, what) : undefined;
  }
  return stretches;
}

/**
 * The rows for `fill_days` by which it plans just these, as far as they fit: to it, what is logged on an issue counts as part of a
 * row, of one with the same comment if there is one.
 */
function rowsBesideLogged({ worklogs }: Day, rows: readonly PlannedRow[]) {
  const higher = rows.map((row) => ({ ...row }));
  for (const { issueKey, seconds, comment } of worklogs) {
    // Replies name issues by their keys.
    const onIssue = higher.filter((row) => row.issueKey.toUpperCase() === issueKey.toUpperCase());
    const counted = onIssue.find((row) => plainComment(row.comment) === plainComment(comment)) ?? onIssue[0];
    if (counted) counted.seconds += seconds;
  }
  return higher.map(({ issueKey, seconds, comment }) => ({
    issueKey,
    hours: seconds / 3600,
    ...(comment && { description: comment }),
  }));
}

/** The days of a plan of `fill_days`. */
export function plannedBy({ entries, skipped = [] }: FillDaysResponse): PlannedDay[] {
  const rows = entries.flatMap(({ dates, issueKey, comment = "", ...entry }) =>
    dates.map((date) => ({ date, row: { issueKey, seconds: secondsOf(entry), comment } })),
  );
  const dates = new Set([...rows, ...skipped].map(({ date }) => date));
  return [...dates].sort().map((date) => ({
    date,
    rows: rows.flatMap((each) => (each.date === date ? [each.row] : [])),
    notes: skipped.flatMap(({ issueKey, reason, ...each }) =>
      each.date === date ? [issueKey === undefined ? reason : `${issueKey}: ${reason}`] : [],
    ),
  }));
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
export function readRow({ issueKey, hours, description }: TypedRow, free: number): PlannedRow | Refused {
  const seconds = secondsIn(hours.trim());
  if (!isIssueKey(issueKey.trim())) return { lacks: "issue" };
  if (seconds === undefined || seconds < MIN_LOGGED_SECONDS) return { lacks: "hours" };
  if (seconds - free >= MIN_GAP_SECONDS) return { lacks: "room" };
  return { issueKey: issueKey.trim(), seconds: Math.min(seconds, free), comment: description };
}

/** The field for which a row cannot be read, or that the hours are more than are missing. */
export interface Refused {
  lacks: "issue" | "hours" | "room";
}

/** The time of a text such as 1.5, 1,5 or 1h 30m; undefined if it is no such text. */
function secondsIn(text: string): number | undefined {
  const hours = Number(text.replace(",", ".") || Number.NaN);
  return readTime(text) ?? (Number.isNaN(hours) ? undefined : toSeconds(hours));
}

/** The sum in seconds, as Tempo will store the hours. */
export function hoursInSeconds(rows: readonly { hours: number }[]): number {
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
