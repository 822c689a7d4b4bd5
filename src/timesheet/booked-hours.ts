import { groupBy } from "./group-by.ts";
import type { ScheduledDay } from "./port.ts";

/** Gaps below a minute are what rounding leaves; Jira shows no less either. */
export const MIN_GAP_SECONDS = 60;

/** What the schedule requires on a date, and what is logged on it. */
export interface DayHours {
  date: string;
  requiredSeconds: number;
  bookedSeconds: number;
  holiday?: string;
}

export interface Time {
  date: string;
  seconds: number;
}

export function secondsByDate(times: Iterable<Time>): Map<string, number> {
  return new Map(
    [...groupBy(times, ({ date }) => date)].map(([date, ofDate]) => [
      date,
      ofDate.reduce((sum, { seconds }) => sum + seconds, 0),
    ]),
  );
}

export function dayHours(schedule: readonly ScheduledDay[], logged: Iterable<Time>): DayHours[] {
  const booked = secondsByDate(logged);
  return schedule.map(({ date, requiredSeconds, holiday }) => ({
    date,
    requiredSeconds,
    bookedSeconds: booked.get(date) ?? 0,
    ...(holiday !== undefined && { holiday }),
  }));
}

/** 0 for a gap of less than a minute. */
export function missingSeconds({ requiredSeconds, bookedSeconds }: DayHours): number {
  const gap = requiredSeconds - bookedSeconds;
  return gap < MIN_GAP_SECONDS ? 0 : gap;
}
