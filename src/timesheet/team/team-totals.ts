import type { GetTeamTotalsResponse } from "../../generated/responses.ts";
import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import { ForbiddenError } from "../errors.ts";
import type { Team } from "../port.ts";
import type { CellsFilter } from "../totals/read-cells.ts";
import { type Grouping, neededBy, totalsOf } from "../totals/read-totals.ts";
import { groupsReply, limitsOf, OTHER, summaryOf } from "../totals/totals-reply.ts";
import { wholeMonths } from "./logged-months.ts";
import { readTeamCells } from "./read-cells.ts";
import { readMembers, readPermitted } from "./read-team.ts";

export interface TeamTotalsQuery extends Omit<Grouping, "limits">, CellsFilter {
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
    groups: groupsReply(totals, { project: "Issues that you may not see" }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(read.isIncomplete && { incomplete: true as const }),
    summary: { members: present.length, ...summaryOf(totals) },
  };
}

function tooFew({ name }: Team, { startDate, endDate }: DateRange): ForbiddenError {
  return new ForbiddenError(
    `In no calendar month from ${startDate} to ${endDate} did more than two members of the team ${JSON.stringify(name)} log hours, and ` +
      "the totals of so few would show the hours of single members, so none are shown. Ask for other dates. The team's timesheets show the " +
      "hours of each member in a period.",
  );
}
