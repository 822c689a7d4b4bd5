import type { GetScheduleResponse, GetWorklogsResponse, Worklog } from "../../generated/responses.ts";
import { type DateRange, datesOf } from "../../timesheet/dates.ts";
import { balanceOf, type DayBalance } from "../../timesheet/day-balance.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { readHours } from "./durations.ts";

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
export type DayState = "missing" | "partly" | "done" | "over" | "extra" | "off" | "upcoming" | "unknown";

/** Unknown hours count as neither missing nor over. */
export interface Day extends DayBalance {
  date: string;
  /** Undefined if the schedule was not read. */
  requiredSeconds: number | undefined;
  /** Undefined if the worklogs were not read. */
  bookedSeconds: number | undefined;
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
    const balance =
      requiredSeconds === undefined || bookedSeconds === undefined
        ? undefined
        : balanceOf({ requiredSeconds, bookedSeconds });
    return {
      date,
      requiredSeconds,
      bookedSeconds,
      ...(balance ?? { missingSeconds: 0, overSeconds: 0 }),
      state: stateOf({ date, requiredSeconds, bookedSeconds, balance }, today),
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
  balance: DayBalance | undefined;
}

function stateOf({ date, requiredSeconds, bookedSeconds = 0, balance }: Hours, today: string): DayState {
  if (!balance) return "unknown";
  if (balance.missingSeconds > 0) return date > today ? "upcoming" : bookedSeconds > 0 ? "partly" : "missing";
  if (requiredSeconds === 0) return bookedSeconds > 0 ? "extra" : "off";
  return balance.overSeconds > 0 ? "over" : "done";
}

/** Serializes the required hours and the worklogs of the dates, to compare two reads. */
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
