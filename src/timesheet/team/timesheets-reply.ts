import type { GetTeamTimesheetsResponse, TeamMember, TeamSummary } from "../../generated/responses.ts";
import type { CallContext } from "../call-context.ts";
import { addDays, type DateRange } from "../dates.ts";
import { balanceOf, dayHours, sum } from "../day-balance.ts";
import { InvalidInputError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { toHours } from "../hours.ts";
import type { Person, ScheduledDay, TeamWorklog } from "../port.ts";
import { completeSchedule } from "../schedule.ts";
import { compareText } from "../totals.ts";
import { distinctNames, isIn, type Member, readMembers, readPermitted, readTeams } from "./read-team.ts";

/** The most teams that a reply names. */
const MAX_TEAMS = 100;

/** The most members that a reply shows. */
const MAX_MEMBERS = 500;

export async function teamsReply(context: CallContext): Promise<GetTeamTimesheetsResponse> {
  const teams = await readTeams(context);
  return {
    teams: teams.slice(0, MAX_TEAMS).map(({ id, name }) => ({ id, name })),
    ...(teams.length > MAX_TEAMS && { moreTeams: teams.length - MAX_TEAMS }),
    members: [],
  };
}

/** @param dates a date of the period, and perhaps a later one of the same */
export async function timesheetsReply(
  nameOrId: string,
  dates: { startDate: string; endDate: string | undefined },
  withDays: boolean,
  context: CallContext,
): Promise<GetTeamTimesheetsResponse> {
  const { team, period } = await readPermitted(nameOrId, dates.startDate, context);
  const { startDate, endDate } = period;
  if (dates.endDate !== undefined && dates.endDate > endDate) {
    throw new InvalidInputError(
      `\`endDate\`: ${dates.endDate} is after the period ${startDate} to ${endDate}, and a call is about one period. ` +
        "Leave it out, and call again for the next period.",
    );
  }
  const members = await readMembers(team, period, period.timesheets, context);
  const [hours, people] = await Promise.all([
    readHours(members, period, withDays, context),
    context.timesheet.teams.people(
      members.map(({ id }) => id),
      context,
    ),
  ]);
  const nameOf = distinctNames(people);
  const shown = hours
    .map((of) => ({ of, person: people.get(of.member.id), name: nameOf.get(of.member.id) ?? of.member.id }))
    .sort((a, b) => b.of.missingSeconds - a.of.missingSeconds || compareText(a.name, b.name));
  return {
    startDate,
    endDate,
    summary: summarise(shown.filter(({ person }) => person?.isActive !== false).map(({ of }) => of)),
    teams: [{ id: team.id, name: team.name }],
    members: shown.slice(0, MAX_MEMBERS).map(({ of, person, name }) => toMember(of, person, name, period)),
    ...(shown.length > MAX_MEMBERS && { moreMembers: shown.length - MAX_MEMBERS }),
  };
}

function toMember(
  { member, requiredSeconds, loggedSeconds, missingSeconds, missingDates }: MemberHours,
  person: Person | undefined,
  name: string,
  period: DateRange,
): TeamMember {
  const { timesheet, dates } = member;
  const joinedOn = dates[0]?.startDate ?? period.startDate;
  const leftOn =
    dates
      .map(({ endDate }) => endDate)
      .sort()
      .at(-1) ?? period.endDate;
  const requires = requiredSeconds !== undefined;
  return {
    name,
    ...(timesheet && { status: timesheet.status }),
    ...(requires && { requiredHours: toHours(requiredSeconds) }),
    loggedHours: toHours(loggedSeconds),
    ...(requires && { missingHours: toHours(missingSeconds) }),
    ...(joinedOn > period.startDate && { joinedOn }),
    ...(leftOn < period.endDate && { leftOn }),
    ...(!requires && { noSchedule: true as const }),
    ...(person?.isActive === false && { inactive: true as const }),
    ...(missingDates && missingDates.length > 0 && missingSeconds > 0 && { missingDates }),
  };
}

function summarise(hours: readonly MemberHours[]): TeamSummary {
  return {
    members: hours.length,
    lacking: hours.filter(({ missingSeconds }) => missingSeconds > 0).length,
    notSubmitted: hours.filter(({ member }) => member.timesheet?.status === "open").length,
    requiredHours: toHours(sum(hours, ({ requiredSeconds = 0 }) => requiredSeconds)),
    loggedHours: toHours(sum(hours, ({ loggedSeconds }) => loggedSeconds)),
    missingHours: toHours(sum(hours, ({ missingSeconds }) => missingSeconds)),
  };
}

/** The time of a member in a period, on dates in the team. */
interface MemberHours {
  member: Member;
  /** Undefined if the schedule requires nothing in the whole period. */
  requiredSeconds: number | undefined;
  loggedSeconds: number;
  missingSeconds: number;
  /** Dates up to today that lack hours; undefined if they were not read. */
  missingDates?: string[];
}

/**
 * The timesheets have the hours of all who are in the team for the whole period. Worklogs and schedules are read only of the others,
 * and of those who lack hours if their days are asked for.
 */
async function readHours(
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
    const { missingDates, ...all } = read;
    return [{ ...(hours ?? all), ...(withDays && { missingDates }) }];
  });
}

/** Undefined unless the member has a timesheet and is in the team for the whole period. */
function hoursOfTimesheet(member: Member, period: DateRange): MemberHours | undefined {
  const { timesheet, dates } = member;
  if (!timesheet || !coversAll(dates, period)) return undefined;
  const { requiredSeconds, loggedSeconds } = timesheet;
  const { missingSeconds } = balanceOf(timesheet);
  return {
    member,
    requiredSeconds: requiredSeconds === 0 ? undefined : requiredSeconds,
    loggedSeconds,
    missingSeconds,
  };
}

function hoursByDay(
  member: Member,
  schedule: readonly ScheduledDay[],
  worklogs: readonly TeamWorklog[],
  today: string,
): MemberHours & { missingDates: string[] } {
  const days = dayHours(
    schedule.filter(({ date }) => isIn(member, date)),
    worklogs,
  );
  const requiredSeconds = sum(days, (day) => day.requiredSeconds);
  const loggedSeconds = sum(
    worklogs.filter(({ date }) => isIn(member, date)),
    ({ seconds }) => seconds,
  );
  const requiresAny = sum(schedule, (day) => day.requiredSeconds) > 0;
  return {
    member,
    requiredSeconds: requiresAny ? requiredSeconds : undefined,
    loggedSeconds,
    missingSeconds: balanceOf({ requiredSeconds, loggedSeconds }).missingSeconds,
    missingDates: days
      .filter((day) => day.date <= today && balanceOf(day).missingSeconds > 0)
      .map(({ date }) => date),
  };
}

/** @param dates ascending, within the period */
function coversAll(dates: readonly DateRange[], { startDate, endDate }: DateRange): boolean {
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
