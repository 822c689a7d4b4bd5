import type { GetScheduleResponse, GetWorklogsResponse } from "../../../src/generated/responses.ts";
import { type DateRange, datesOf } from "../../../src/timesheet/dates.ts";
import { balanceOf } from "../../../src/timesheet/day-balance.ts";
import type { LoggedWorklog } from "../../../src/timesheet/port.ts";
import { summariseSchedule, toScheduleDay } from "../../../src/timesheet/schedule.ts";
import { aggregateByIssue, tallyByIssue } from "../../../src/timesheet/totals.ts";
import { summariseWorklogs, toWorklog } from "../../../src/timesheet/worklogs.ts";
import type { Day } from "../../../src/view/model/days.ts";

export const HOUR = 3600;
export const MINUTE = 60;

/** Time that Tempo holds. */
export interface Time {
  date: string;
  seconds: number;
  id?: string;
  issueKey?: string;
  issueSummary?: string;
  comment?: string;
  billableSeconds?: number;
}

/** The reply of get_schedule, rounded as the server does it. */
export function scheduleReply(
  range: DateRange,
  secondsOn: (date: string) => number,
  holidays: Readonly<Record<string, string>> = {},
): GetScheduleResponse {
  const days = datesOf(range).map((date) => {
    const holiday = holidays[date];
    const requiredSeconds = secondsOn(date);
    return {
      date,
      requiredSeconds,
      isWorkingDayType: requiredSeconds > 0,
      ...(holiday !== undefined && { holiday }),
    };
  });
  return { ...range, days: days.map(toScheduleDay), summary: summariseSchedule(days) };
}

/** The reply of get_worklogs, rounded as the server does it. */
export function worklogsReply(range: DateRange, times: readonly Time[]): GetWorklogsResponse {
  const worklogs = times.map(
    (
      { date, seconds, issueKey = "PROJ-1", issueSummary = "", comment = "", ...rest },
      index,
    ): LoggedWorklog => ({
      id: rest.id ?? String(1000 + index),
      issue: { id: issueKey, key: issueKey, summary: issueSummary },
      date,
      seconds,
      billableSeconds: rest.billableSeconds ?? seconds,
      comment,
      attributes: new Map(),
    }),
  );
  return {
    ...range,
    worklogs: worklogs.map((worklog) => toWorklog(worklog, undefined)),
    byIssue: aggregateByIssue(worklogs),
    summary: summariseWorklogs(tallyByIssue(worklogs)),
  };
}

/** A day of which only its date and what is given is known. */
export function dayOn(date: string, known: Partial<Day> = {}): Day {
  const { requiredSeconds, loggedSeconds } = known;
  const isKnown = requiredSeconds !== undefined && loggedSeconds !== undefined;
  return {
    date,
    requiredSeconds: undefined,
    loggedSeconds: undefined,
    ...(isKnown ? balanceOf({ requiredSeconds, loggedSeconds }) : { missingSeconds: 0, overSeconds: 0 }),
    state: "unknown",
    worklogs: [],
    ...known,
  };
}
