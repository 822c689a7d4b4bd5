import type { CallContext } from "../call-context.ts";
import { addDays, type DateRange } from "../dates.ts";
import { balanceOf, dayHours } from "../day-balance.ts";
import { groupBy } from "../group-by.ts";
import { sum } from "../missing-days.ts";
import type { ScheduledDay, TeamWorklog } from "../port.ts";
import { completeSchedule } from "../schedule.ts";
import { isIn, type Member } from "./read-team.ts";

/** The time of a member in a period, on dates in the team. */
export interface MemberHours {
  member: Member;
  /** Undefined if the schedule requires nothing in the whole period. */
  requiredSeconds: number | undefined;
  bookedSeconds: number;
  missingSeconds: number;
  /** Dates up to today that lack hours; undefined if they were not read. */
  missingDays?: string[];
}

/**
 * The timesheets have the hours of all who are in the team for the whole period. Worklogs and schedules are read only of the others,
 * and of those who lack hours if their days are asked for.
 */
export async function readHours(
  members: readonly Member[],
  period: DateRange,
  withDays: boolean,
  context: CallContext,
): Promise<MemberHours[]> {
  const known = members.map((member) => hoursOfTimesheet(member, period));
  const isRead = (hours: MemberHours | undefined) =>
    hours === undefined || (withDays && hours.missingSeconds > 0);
  const ids = members.filter((_, index) => isRead(known[index])).map(({ id }) => id);
  if (ids.length === 0) return known.filter((hours) => hours !== undefined);
  const { teams } = context.timesheet;
  const [schedules, worklogs] = await Promise.all([
    teams.schedules(ids, period, context),
    readAll(teams.worklogParts(ids, period, context)),
  ]);
  const worklogsOf = groupBy(worklogs, ({ memberId }) => memberId);
  return members.flatMap((member, index) => {
    const hours = known[index];
    if (hours && !isRead(hours)) return [hours];
    const schedule = schedules.get(member.id);
    const read = hoursByDay(
      member,
      schedule && schedule.length > 0 ? completeSchedule(period, schedule) : [],
      worklogsOf.get(member.id) ?? [],
      context.today,
    );
    const { missingDays, ...all } = read;
    return [{ ...(hours ?? all), ...(withDays && { missingDays }) }];
  });
}

/** Undefined unless the member has a timesheet and is in the team for the whole period. */
function hoursOfTimesheet(member: Member, period: DateRange): MemberHours | undefined {
  const { timesheet, dates } = member;
  if (!timesheet || !coversAll(dates, period)) return undefined;
  const { requiredSeconds, bookedSeconds } = timesheet;
  const { missingSeconds } = balanceOf(timesheet);
  return {
    member,
    requiredSeconds: requiredSeconds === 0 ? undefined : requiredSeconds,
    bookedSeconds,
    missingSeconds,
  };
}

function hoursByDay(
  member: Member,
  schedule: readonly ScheduledDay[],
  worklogs: readonly TeamWorklog[],
  today: string,
): MemberHours & { missingDays: string[] } {
  const days = dayHours(
    schedule.filter(({ date }) => isIn(member, date)),
    worklogs,
  );
  const requiredSeconds = sum(days, (day) => day.requiredSeconds);
  const bookedSeconds = sum(
    worklogs.filter(({ date }) => isIn(member, date)),
    ({ seconds }) => seconds,
  );
  const requiresAny = sum(schedule, (day) => day.requiredSeconds) > 0;
  return {
    member,
    requiredSeconds: requiresAny ? requiredSeconds : undefined,
    bookedSeconds,
    missingSeconds: balanceOf({ requiredSeconds, bookedSeconds }).missingSeconds,
    missingDays: days
      .filter((day) => day.date <= today && balanceOf(day).missingSeconds > 0)
      .map(({ date }) => date),
  };
}

/** @param dates ascending, within the period */
export function coversAll(dates: readonly DateRange[], { startDate, endDate }: DateRange): boolean {
  let next = startDate;
  for (const part of dates) {
    if (part.startDate > next) return false;
    if (part.endDate >= next) next = addDays(part.endDate, 1);
  }
  return next > endDate;
}

async function readAll(parts: AsyncIterable<readonly TeamWorklog[]>): Promise<TeamWorklog[]> {
  const all: TeamWorklog[] = [];
  for await (const part of parts) all.push(...part);
  return all;
}
