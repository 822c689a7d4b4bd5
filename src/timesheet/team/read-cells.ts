import type { CallContext } from "../call-context.ts";
import { type DateRange, isWithin } from "../dates.ts";
import type { TeamPeriod } from "../port.ts";
import {
  addUp,
  type Cell,
  type CellsFilter,
  type CountedWorklog,
  type Distinguished,
} from "../totals/read-cells.ts";
import { LoggedMonths, wholeMonths } from "./logged-months.ts";
import { distinctNames, isIn, type Member } from "./read-team.ts";

export interface TeamCells {
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
export async function readTeamCells(
  members: readonly Member[],
  { range, ...filter }: CellsFilter & { range: DateRange },
  distinguish: Distinguished,
  period: TeamPeriod,
  reserved: string,
  context: CallContext,
): Promise<TeamCells> {
  const ids = members.map(({ id }) => id);
  const names = distinguish.persons ? await namesOf(ids, reserved, context) : undefined;
  const byId = new Map(members.map((member) => [member.id, member]));
  const months = new LoggedMonths();
  const bookedIn = new Map<string, number>();
  const read = wholeMonths(range);

  async function* counted(): AsyncGenerator<CountedWorklog[]> {
    for await (const part of context.timesheet.teams.worklogParts(ids, read, context)) {
      const ofTeam = part.filter(({ memberId, date, seconds }) => {
        if (isWithin(period, date)) bookedIn.set(memberId, (bookedIn.get(memberId) ?? 0) + seconds);
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
        ({ memberId, bookedSeconds }) =>
          byId.has(memberId) && bookedSeconds - (bookedIn.get(memberId) ?? 0) >= ROUNDING_SECONDS,
      ),
  };
}

async function namesOf(
  ids: readonly string[],
  reserved: string,
  context: CallContext,
): Promise<Map<string, string>> {
  const people = await context.timesheet.teams.people(ids, context);
  return distinctNames(
    [...people].map(([id, { name }]) => ({ id, name })),
    reserved,
  );
}
