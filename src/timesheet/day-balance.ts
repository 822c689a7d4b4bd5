import type { FindMissingDaysResponse, MissingDay, OverbookedDay } from "../generated/responses.ts";
import { toHours } from "./hours.ts";
import type { ScheduledDay } from "./port.ts";

/** Gaps below a minute are what rounding leaves; Jira shows no less either. */
export const MIN_GAP_SECONDS = 60;

/** The hours that the schedule requires on a date, and those that are logged on it. */
export interface DayHours {
  date: string;
  requiredSeconds: number;
  loggedSeconds: number;
  holiday?: string;
}

export interface Time {
  date: string;
  seconds: number;
}

export function secondsByDate(times: Iterable<Time>): Map<string, number> {
  const total = new Map<string, number>();
  for (const { date, seconds } of times) total.set(date, (total.get(date) ?? 0) + seconds);
  return total;
}

export function dayHours(
  schedule: readonly Pick<ScheduledDay, "date" | "requiredSeconds" | "holiday">[],
  logged: Iterable<Time>,
): DayHours[] {
  const secondsOn = secondsByDate(logged);
  return schedule.map(({ date, requiredSeconds, holiday }) => ({
    date,
    requiredSeconds,
    loggedSeconds: secondsOn.get(date) ?? 0,
    ...(holiday !== undefined && { holiday }),
  }));
}

/** The difference between what is logged on a date and what the schedule requires. At most one of the two is more than 0. */
export interface DayBalance {
  /** 0 for a gap of less than a minute. */
  missingSeconds: number;
  /** 0 if replies show no more hours than required. */
  overSeconds: number;
}

/** The one place that decides whether hours are missing on a date, or too many. */
export function balanceOf({
  requiredSeconds,
  loggedSeconds,
}: Pick<DayHours, "requiredSeconds" | "loggedSeconds">): DayBalance {
  const gap = requiredSeconds - loggedSeconds;
  return {
    missingSeconds: gap < MIN_GAP_SECONDS ? 0 : gap,
    overSeconds: toHours(loggedSeconds) > toHours(requiredSeconds) ? -gap : 0,
  };
}

/** The days with hours missing and those with too many, and the totals of all. */
export function summariseDays(
  days: readonly DayHours[],
): Pick<FindMissingDaysResponse, "summary" | "days" | "overbooked"> {
  const missing = days.filter((day) => missingSeconds(day) > 0);
  const overbooked = days.filter((day) => balanceOf(day).overSeconds > 0).map(toOverbookedDay);
  const required = sum(days, ({ requiredSeconds }) => requiredSeconds);
  const logged = sum(days, ({ loggedSeconds }) => loggedSeconds);
  return {
    summary: {
      missingDays: missing.length,
      missingHours: toHours(sum(missing, missingSeconds)),
      requiredHours: toHours(required),
      loggedHours: toHours(logged),
      balanceHours: toHours(logged - required),
    },
    days: missing.map(toMissingDay),
    ...(overbooked.length > 0 && { overbooked }),
  };
}

export function sum<Item>(items: readonly Item[], secondsOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + secondsOf(item), 0);
}

function toMissingDay(day: DayHours): MissingDay {
  return {
    date: day.date,
    requiredHours: toHours(day.requiredSeconds),
    loggedHours: toHours(day.loggedSeconds),
    missingHours: toHours(missingSeconds(day)),
    ...(day.holiday !== undefined && { holiday: day.holiday }),
  };
}

function missingSeconds(day: DayHours): number {
  return balanceOf(day).missingSeconds;
}

export function toOverbookedDay({ date, requiredSeconds, loggedSeconds }: DayHours): OverbookedDay {
  return { date, requiredHours: toHours(requiredSeconds), loggedHours: toHours(loggedSeconds) };
}
