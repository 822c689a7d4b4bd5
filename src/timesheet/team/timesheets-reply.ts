import type { GetTeamTimesheetsResponse, TeamMember, TeamSummary } from "../../generated/responses.ts";
import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import { InvalidInputError } from "../errors.ts";
import { toHours } from "../hours.ts";
import { sum } from "../missing-days.ts";
import type { Person } from "../port.ts";
import { compareText } from "../totals.ts";
import { readTeams } from "./find-team.ts";
import { type MemberHours, readHours } from "./member-hours.ts";
import { distinctNames, readMembers, readPermitted } from "./read-team.ts";

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
  const nameOf = distinctNames([...people].map(([id, { name }]) => ({ id, name })));
  const shown = hours
    .map((of) => ({ of, person: people.get(of.member.id), name: nameOf.get(of.member.id) ?? of.member.id }))
    .sort((a, b) => b.of.missingSeconds - a.of.missingSeconds || compareText(a.name, b.name));
  return {
    teams: [{ id: team.id, name: team.name }],
    startDate,
    endDate,
    members: shown.slice(0, MAX_MEMBERS).map(({ of, person, name }) => toMember(of, person, name, period)),
    ...(shown.length > MAX_MEMBERS && { moreMembers: shown.length - MAX_MEMBERS }),
    summary: summarise(shown.filter(({ person }) => person?.isActive !== false).map(({ of }) => of)),
  };
}

function toMember(
  { member, requiredSeconds, bookedSeconds, missingSeconds, missingDays }: MemberHours,
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
    bookedHours: toHours(bookedSeconds),
    ...(requires && { missingHours: toHours(missingSeconds) }),
    ...(joinedOn > period.startDate && { joinedOn }),
    ...(leftOn < period.endDate && { leftOn }),
    ...(!requires && { noSchedule: true as const }),
    ...(person?.isActive === false && { inactive: true as const }),
    ...(missingDays && missingDays.length > 0 && missingSeconds > 0 && { missingDays }),
  };
}

function summarise(hours: readonly MemberHours[]): TeamSummary {
  return {
    members: hours.length,
    lackingHours: hours.filter(({ missingSeconds }) => missingSeconds > 0).length,
    notSubmitted: hours.filter(({ member }) => member.timesheet?.status === "open").length,
    requiredHours: toHours(sum(hours, ({ requiredSeconds = 0 }) => requiredSeconds)),
    bookedHours: toHours(sum(hours, ({ bookedSeconds }) => bookedSeconds)),
    missingHours: toHours(sum(hours, ({ missingSeconds }) => missingSeconds)),
  };
}
