import type { GetTeamTotalsResponse } from "../../generated/responses.ts";
import type { CallContext } from "../call-context.ts";
import { type DateRange, datesOfMonth, isWithin } from "../dates.ts";
import { ForbiddenError } from "../errors.ts";
import type { Team, TeamPeriod, TeamWorklog } from "../port.ts";
import {
  addUp,
  type Cell,
  type CellsFilter,
  type CountedWorklog,
  type Distinguished,
} from "../totals/read-cells.ts";
import { type Grouping, neededBy, totalsOf } from "../totals/read-totals.ts";
import { groupsReply, limitsOf, OTHER, summaryOf } from "../totals/totals-reply.ts";
import { distinctNames, isIn, type Member, readMembers, readPermitted } from "./read-team.ts";

interface TeamTotalsQuery extends Omit<Grouping, "limits">, CellsFilter {
  range: DateRange;
}

/**
 * Hours of a team by group. Only calendar months in which at least three members logged hours are counted: in others, a group, a
 * filter, or the difference of two totals could be the hours of one member.
 *
 * @param limit as the caller gave it
 * @throws ForbiddenError if the user may not see the team's hours, or no month with hours counts
 */
export async function teamTotalsReply(
  nameOrId: string,
  query: TeamTotalsQuery,
  limit: number | undefined,
  context: CallContext,
): Promise<GetTeamTotalsResponse> {
  const { range, dimensions } = query;
  const { startDate, endDate } = range;
  const lastDate = endDate < context.today ? endDate : context.today;
  const { team, period } = await readPermitted(nameOrId, lastDate, context);
  const members = await readMembers(team, wholeMonths(range), period.timesheets, context);
  const read = await readTeamCells(members, query, neededBy(query), period, OTHER, context);
  const leftOut = read.months.leftOut();
  if (leftOut.length > 0 && !read.months.hasAnyThatCounts()) throw tooFew(team, range);
  const totals = await totalsOf(read.cells, { ...query, limits: limitsOf(dimensions, limit) }, context);
  const present = members.filter(({ dates }) =>
    dates.some((part) => part.startDate <= endDate && part.endDate >= startDate),
  );
  return {
    team: { id: team.id, name: team.name },
    startDate,
    endDate,
    summary: { members: present.length, ...summaryOf(totals) },
    groups: groupsReply(totals, { project: "Issues that you may not see" }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(read.isIncomplete && { incomplete: true as const }),
  };
}

function tooFew({ name }: Team, { startDate, endDate }: DateRange): ForbiddenError {
  return new ForbiddenError(
    `In no calendar month from ${startDate} to ${endDate} did more than two members of the team ${JSON.stringify(name)} log hours, and ` +
      "the totals of so few would show the hours of single members, so none are shown. Ask for other dates. The team's timesheets show the " +
      "hours of each member in a period.",
  );
}

interface TeamCells {
  /** The hours of dates in the team. */
  cells: Cell[];
  months: LoggedMonths;
  /** Whether the worklogs of the period have less time than its timesheets. */
  isIncomplete: boolean;
}

/** A difference below a minute comes from rounding. */
const ROUNDING_SECONDS = 60;

/**
 * Adds up the worklogs of members in the months that count.
 *
 * @param members those in the team on a date of the whole months of the range
 * @param reserved a name that no member gets
 */
async function readTeamCells(
  members: readonly Member[],
  { range, ...filter }: CellsFilter & { range: DateRange },
  distinguish: Distinguished,
  period: TeamPeriod,
  reserved: string,
  context: CallContext,
): Promise<TeamCells> {
  const ids = members.map(({ id }) => id);
  const people = distinguish.persons ? await context.timesheet.teams.people(ids, context) : undefined;
  const names = people && distinctNames(people, reserved);
  const byId = new Map(members.map((member) => [member.id, member]));
  const months = new LoggedMonths();
  const loggedBy = new Map<string, number>();
  const read = wholeMonths(range);

  async function* counted(): AsyncGenerator<CountedWorklog[]> {
    for await (const part of context.timesheet.teams.worklogParts(ids, read, context)) {
      const ofTeam = part.filter(({ memberId, date, seconds }) => {
        if (isWithin(period, date)) loggedBy.set(memberId, (loggedBy.get(memberId) ?? 0) + seconds);
        const member = byId.get(memberId);
        return member !== undefined && isIn(member, date);
      });
      for (const worklog of ofTeam) months.add(worklog);
      yield ofTeam
        .filter(({ date }) => isWithin(range, date))
        .map((worklog) => ({ ...worklog, person: names?.get(worklog.memberId) ?? worklog.memberId }));
    }
  }

  const keys = { ...distinguish, dates: distinguish.dates || ("months" as const) };
  const cells = ids.length === 0 ? [] : await addUp(counted(), filter, keys, context);
  return {
    cells: cells.filter(({ date }) => months.counts(date.slice(0, 7))),
    months,
    isIncomplete:
      isWithin(read, period.startDate) &&
      isWithin(read, period.endDate) &&
      period.timesheets.some(
        ({ memberId, loggedSeconds }) =>
          byId.has(memberId) && loggedSeconds - (loggedBy.get(memberId) ?? 0) >= ROUNDING_SECONDS,
      ),
  };
}

/** Whoever knows the hours of one of two members would know those of the other. */
const LEAST_MEMBERS = 3;

/** The calendar months that a range touches, whole. */
function wholeMonths({ startDate, endDate }: DateRange): DateRange {
  return {
    startDate: datesOfMonth(startDate.slice(0, 7)).startDate,
    endDate: datesOfMonth(endDate.slice(0, 7)).endDate,
  };
}

/**
 * The months in which enough members logged hours to be counted. A month counts or does not, whatever part of it is asked for: so no
 * two totals differ by the hours of one or two members alone.
 */
class LoggedMonths {
  readonly #members = new Map<string, Set<string>>();

  add({ memberId, date, seconds }: Pick<TeamWorklog, "memberId" | "date" | "seconds">): void {
    if (seconds === 0) return;
    const month = date.slice(0, 7);
    this.#members.set(month, (this.#members.get(month) ?? new Set()).add(memberId));
  }

  counts(month: string): boolean {
    return (this.#members.get(month)?.size ?? 0) >= LEAST_MEMBERS;
  }

  hasAnyThatCounts(): boolean {
    return [...this.#members.keys()].some((month) => this.counts(month));
  }

  /** Those that have hours and do not count, ascending. */
  leftOut(): string[] {
    return [...this.#members.keys()].filter((month) => !this.counts(month)).sort();
  }
}
