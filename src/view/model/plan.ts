import type { BulkWorklogEntry } from "../../generated/inputs.ts";
import { lenientComment } from "../../timesheet/content.ts";
import { toHours, toSeconds } from "../../timesheet/hours.ts";
import { MAX_BATCH } from "../../timesheet/limits.ts";
import { sum } from "../../timesheet/missing-days.ts";
import type { Day, LoggedTime } from "./days.ts";
import { sumSeconds } from "./days.ts";

/** What may be logged on one day: exactly what one press sends, if the day is chosen. */
export interface PlannedDay {
  date: string;
  rows: readonly BulkWorklogEntry[];
  /** Hours beyond what is required, after logging, in seconds; 0 if there are none. */
  overSeconds: number;
  /** Why nothing can be logged on it. */
  problem?: string;
}

export interface Source {
  issueKey: string;
  description: string;
}

/** The least that a worklog can have, in seconds: the inputs take 0.1 hours or more. */
const LEAST_SECONDS = toSeconds(0.1);

/** The missing hours of each day, on one issue. */
export function planFill(days: readonly Day[], { issueKey, description }: Source): PlannedDay[] {
  return days
    .filter((day) => day.missingSeconds > 0)
    .map(({ date, missingSeconds, worklogs }) => {
      const hours = exactHours(missingSeconds);
      const row = { issueKey, hours, date, ...(description && { description }) };
      const problem =
        missingSeconds < LEAST_SECONDS
          ? "less than 0.1 h is missing, which cannot be logged"
          : worklogs.some((worklog) => isEqual(row, worklog))
            ? "an equal worklog exists, and none is logged twice: give another comment"
            : undefined;
      return problem ? { date, rows: [], overSeconds: 0, problem } : { date, rows: [row], overSeconds: 0 };
    });
}

/** Whether the server takes the row for a worklog that exists. */
function isEqual({ issueKey, hours, description = "" }: BulkWorklogEntry, worklog: LoggedTime): boolean {
  return (
    issueKey.toUpperCase() === worklog.issueKey.toUpperCase() &&
    toHours(toSeconds(hours)) === worklog.hours &&
    lenientComment(description) === lenientComment(worklog.comment)
  );
}

/** All worklogs of one day, again on each of the others. */
export function planRepeat(source: Day, targets: readonly Day[]): PlannedDay[] {
  return targets
    .filter(({ date }) => date !== source.date)
    .map((target) => ({
      date: target.date,
      rows: source.worklogs.map(({ issueKey, seconds, comment }) => ({
        issueKey,
        hours: exactHours(seconds),
        date: target.date,
        ...(comment && { description: comment }),
      })),
      overSeconds: Math.max(0, sumSeconds(source.worklogs) - target.missingSeconds),
    }));
}

/** The days that are chosen until the user says otherwise: those that fit, as many as one call takes. */
export function chosenAtFirst(planned: readonly PlannedDay[]): Set<string> {
  const chosen = new Set<string>();
  let rows = 0;
  for (const day of planned) {
    if (day.rows.length === 0 || day.overSeconds > 0 || rows + day.rows.length > MAX_BATCH) continue;
    rows += day.rows.length;
    chosen.add(day.date);
  }
  return chosen;
}

export function rowsOf(planned: readonly PlannedDay[], chosen: ReadonlySet<string>): BulkWorklogEntry[] {
  return planned.filter(({ date }) => chosen.has(date)).flatMap(({ rows }) => rows);
}

/** Hours that are stored as these very seconds. With two decimals, six copies of 1 h 10 min would be a minute too long. */
function exactHours(seconds: number): number {
  return Math.round(seconds / 0.36) / 10_000;
}

/** In seconds, as Tempo will store them. */
export function plannedSeconds(rows: readonly { hours: number }[]): number {
  return sum(rows, ({ hours }) => toSeconds(hours));
}

/** Whether the copies are billable: as their sources, where those agree. */
export function billableOf({ worklogs }: Day): "yes" | "no" | "mixed" {
  const billable = worklogs.filter(({ billableHours }) => billableHours === undefined).length;
  return billable === worklogs.length
    ? "yes"
    : worklogs.every(({ billableHours }) => billableHours === 0)
      ? "no"
      : "mixed";
}
