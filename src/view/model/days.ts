import type { GetScheduleResponse, GetWorklogsResponse, Worklog } from "../../generated/responses.ts";
import { MIN_GAP_SECONDS, missingSeconds } from "../../timesheet/booked-hours.ts";
import { type DateRange, datesOf } from "../../timesheet/calendar.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { readHours } from "./durations.ts";

/** What was read of a range. A half is missing if it is not read yet, or if the host lets the view read nothing. */
export interface Sheet {
  range: DateRange;
  schedule?: GetScheduleResponse;
  /** All of the range, of every issue. */
  worklogs?: GetWorklogsResponse;
}

/**
 * - `missing`, `partly`: nothing or too little is logged.
 * - `over`: more than required. `extra`: on a day off.
 * - `to come`: too little, but after today.
 * - `unknown`: the schedule or the worklogs were not read.
 */
export type DayState = "missing" | "partly" | "full" | "over" | "extra" | "off" | "to come" | "unknown";

export interface Day {
  date: string;
  /** Undefined if the schedule was not read. */
  requiredSeconds: number | undefined;
  /** Undefined if the worklogs were not read. */
  bookedSeconds: number | undefined;
  /** 0 for a gap of less than a minute. */
  missingSeconds: number;
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
    const scheduled = required?.get(date);
    const ofDate = logged?.get(date) ?? [];
    const bookedSeconds = logged && sumSeconds(ofDate);
    const requiredSeconds = scheduled?.seconds;
    const gap =
      requiredSeconds === undefined || bookedSeconds === undefined
        ? 0
        : missingSeconds({ date, requiredSeconds, bookedSeconds });
    return {
      date,
      requiredSeconds,
      bookedSeconds,
      missingSeconds: gap,
      state: stateOf({ date, requiredSeconds, bookedSeconds, gap }, today),
      ...(scheduled?.holiday !== undefined && { holiday: scheduled.holiday }),
      worklogs: ofDate,
    };
  });
}

/** The worklogs of a reply, each with its seconds. */
export function timesOf({ worklogs, summary }: GetWorklogsResponse): LoggedTime[] {
  const read = readHours(
    worklogs.map(({ hours }) => hours),
    summary.totalHours,
  );
  return worklogs.map((worklog) => ({ ...worklog, seconds: read(worklog.hours) }));
}

export function sumSeconds(times: readonly { seconds: number }[]): number {
  return times.reduce((sum, { seconds }) => sum + seconds, 0);
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

interface Hours {
  date: string;
  requiredSeconds: number | undefined;
  bookedSeconds: number | undefined;
  gap: number;
}

function stateOf({ date, requiredSeconds, bookedSeconds, gap }: Hours, today: string): DayState {
  if (requiredSeconds === undefined || bookedSeconds === undefined) return "unknown";
  if (gap > 0) return date > today ? "to come" : bookedSeconds > 0 ? "partly" : "missing";
  if (requiredSeconds === 0) return bookedSeconds > 0 ? "extra" : "off";
  return bookedSeconds - requiredSeconds >= MIN_GAP_SECONDS ? "over" : "full";
}

/** What was read of some dates: if it differs later, Tempo has changed meanwhile. */
export function contentOfDates(days: readonly Day[], dates: ReadonlySet<string>): string {
  return JSON.stringify(
    days
      .filter(({ date }) => dates.has(date))
      .map(({ date, requiredSeconds, worklogs }) => [
        date,
        requiredSeconds,
        worklogs.map(({ id, hours }) => [id, hours]).sort(),
      ]),
  );
}
