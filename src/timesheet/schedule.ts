import type { ScheduleDay, ScheduleSummary } from "../generated/responses.ts";
import { type DateRange, datesOf, dayOfWeek } from "./dates.ts";
import { UnexpectedResponseError } from "./errors.ts";
import { toHours } from "./hours.ts";
import type { ScheduledDay } from "./port.ts";

/** Ascending. Upstream promises no order; a missing date is an error, because a gap would read as a day off. */
export function completeSchedule(range: DateRange, days: readonly ScheduledDay[]): ScheduledDay[] {
  return daysOn(datesOf(range), days);
}

/** The days of these dates, in their order. @throws UnexpectedResponseError if one is missing */
export function daysOn(dates: readonly string[], days: readonly ScheduledDay[]): ScheduledDay[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const missing = dates.filter((date) => !byDate.has(date));
  if (missing.length > 0) {
    throw new UnexpectedResponseError(
      `Tempo's schedule lacks ${missing.length} of the requested dates, the first being ${missing[0]}. ` +
        "Ask for a shorter range, or check in Tempo that a workload scheme covers these dates.",
    );
  }
  return dates.flatMap((date) => byDate.get(date) ?? []);
}

/** A half-day holiday is a working day. */
export function isWorkingDay(day: ScheduledDay): boolean {
  return day.isWorkingDayType || day.requiredSeconds > 0;
}

export function toScheduleDay(day: ScheduledDay): ScheduleDay {
  return {
    date: day.date,
    dayOfWeek: dayOfWeek(day.date),
    requiredHours: toHours(day.requiredSeconds),
    isWorkingDay: isWorkingDay(day),
    ...(day.holiday !== undefined && { holiday: day.holiday }),
  };
}

export function summariseSchedule(days: ScheduledDay[]): ScheduleSummary {
  const workingDays = days.filter(isWorkingDay).length;
  const requiredSeconds = days.reduce((sum, day) => sum + day.requiredSeconds, 0);
  return {
    totalDays: days.length,
    workingDays,
    nonWorkingDays: days.length - workingDays,
    totalRequiredHours: toHours(requiredSeconds),
    averageDailyHours: workingDays === 0 ? 0 : toHours(requiredSeconds / workingDays),
  };
}
