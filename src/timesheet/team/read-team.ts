import { listed } from "../../text/lengths.ts";
import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import { ForbiddenError, NotFoundError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import type { MemberTimesheet, Person, Team, TeamPeriod } from "../port.ts";
import { compareText } from "../totals.ts";

/** A member of a team in a range: the dates of the range on which the member is in it. */
export interface Member {
  id: string;
  /** Ascending, at least one. */
  dates: DateRange[];
  timesheet: MemberTimesheet | undefined;
}

/**
 * Reads the team and its timesheets of the period with a date, which only those may read who may see the team's hours: without the
 * permission, nothing else is asked for.
 *
 * @throws ForbiddenError if the user may not see them
 */
export async function readPermitted(
  nameOrId: string,
  date: string,
  context: CallContext,
): Promise<{ team: Team; period: TeamPeriod }> {
  const team = await findTeam(nameOrId, context);
  const period = await readPeriod(team, date, context);
  if (period) return { team, period };
  throw new ForbiddenError(
    `Tempo shows you no timesheet of the team ${JSON.stringify(team.name)} in the period with ${date}: nobody is in it then, or you may ` +
      "not see the timesheets of its members. Nothing more was read. Ask for another date, or ask its lead or a Tempo administrator for " +
      "the permission.",
  );
}

async function readPeriod(team: Team, date: string, context: CallContext): Promise<TeamPeriod | undefined> {
  try {
    return await context.timesheet.teams.readPeriod(team, date, context);
  } catch (error) {
    if (!(error instanceof ForbiddenError || error instanceof NotFoundError)) throw error;
    throw new ForbiddenError(
      `Tempo does not let you see the timesheets of the team ${JSON.stringify(team.name)}, so nothing more was read. Ask its lead or a ` +
        `Tempo administrator for the permission to view its worklogs and approvals. ${error.message}`,
      error.httpStatus,
    );
  }
}

/** Who is in the team on a date of the range. One who has a timesheet, but no membership at all, counts for all of the range. */
export async function readMembers(
  team: Team,
  range: DateRange,
  timesheets: readonly MemberTimesheet[],
  context: CallContext,
): Promise<Member[]> {
  const memberships = await context.timesheet.teams.memberships(team, context);
  const byMember = groupBy(memberships, ({ memberId }) => memberId);
  const timesheetOf = new Map(timesheets.map((timesheet) => [timesheet.memberId, timesheet]));
  const ids = new Set([...byMember.keys(), ...timesheetOf.keys()]);
  return [...ids]
    .map((id) => ({
      id,
      dates: within(range, byMember.get(id) ?? [{}]),
      timesheet: timesheetOf.get(id),
    }))
    .filter(({ dates }) => dates.length > 0);
}

/** The parts of a range that other ranges cover, ascending. */
function within(range: DateRange, parts: readonly Partial<DateRange>[]): DateRange[] {
  return parts
    .map(({ startDate = range.startDate, endDate = range.endDate }) => ({
      startDate: startDate > range.startDate ? startDate : range.startDate,
      endDate: endDate < range.endDate ? endDate : range.endDate,
    }))
    .filter(({ startDate, endDate }) => startDate <= endDate)
    .sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
}

export function isIn({ dates }: Pick<Member, "dates">, date: string): boolean {
  return dates.some(({ startDate, endDate }) => startDate <= date && date <= endDate);
}

/**
 * Names by id, each of them once. Of several users with the same name, the second ends with (2).
 *
 * @param reserved a name that no user gets without a number
 */
export function distinctNames(
  people: ReadonlyMap<string, Pick<Person, "name">>,
  reserved?: string,
): Map<string, string> {
  const taken = new Set(reserved === undefined ? [] : [reserved]);
  const given = new Set([...people.values()].map(({ name }) => name));
  return new Map(
    [...people]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { name }]) => {
        let distinct = name;
        for (let number = 2; taken.has(distinct) || (distinct !== name && given.has(distinct)); number += 1)
          distinct = `${name} (${number})`;
        taken.add(distinct);
        return [id, distinct];
      }),
  );
}

/** The most teams that a sentence names. */
const MAX_NAMED = 10;

/** The teams that the user may see, by name. @throws ForbiddenError if there is none */
export async function readTeams(context: CallContext): Promise<Team[]> {
  const teams = await context.timesheet.teams.list(context);
  if (teams.length === 0) {
    throw new ForbiddenError(
      "Tempo shows you no team, so nothing more was read. Ask the lead of the team or a Tempo administrator for the permission to view it.",
    );
  }
  return teams.sort((a, b) => compareText(a.name, b.name) || Number(a.id) - Number(b.id));
}

/** The team with a name, in any case, or with an id. @throws NotFoundError if none has it, or several have */
async function findTeam(nameOrId: string, context: CallContext): Promise<Team> {
  const teams = await readTeams(context);
  const wanted = nameOrId.trim().toLowerCase();
  const named = teams.filter(({ name }) => name.trim().toLowerCase() === wanted);
  const [team, ...others] = named.length > 0 ? named : teams.filter(({ id }) => id === wanted);
  if (team && others.length === 0) return team;
  if (team) {
    const ids = named.map(({ id }) => id);
    throw new NotFoundError(
      `${ids.length} teams have the name ${JSON.stringify(team.name)}, so nothing more was read. Call again with the id of one: ` +
        `${listed(ids, MAX_NAMED)}.`,
    );
  }
  const names = teams.map(({ name }) => JSON.stringify(name));
  throw new NotFoundError(
    `Tempo shows you no team ${JSON.stringify(nameOrId)}, so nothing more was read. Take one of these: ${listed(names, MAX_NAMED)}.`,
  );
}
