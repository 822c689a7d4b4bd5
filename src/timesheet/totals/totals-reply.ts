import type { GetTotalsResponse, TotalsGroup, TotalsPart } from "../../generated/responses.ts";
import { thousands } from "../../text/lengths.ts";
import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import { warnOfFarRange } from "../far-dates.ts";
import { completeSchedule, summariseSchedule } from "../schedule.ts";
import { SCHEDULE_READ_MS } from "../timeline.ts";
import {
  type Dimension,
  type Group,
  type Hours,
  readTotals,
  type Totals,
  type TotalsQuery,
} from "./read-totals.ts";

/** The most groups that are named at each level unless the caller says it: a reply is short then, whatever the range. */
const DEFAULT_LIMITS = { alone: [12], withThen: [3, 2] };

/** The key of the groups that are not named. */
export const OTHER = "other";

const PLURAL: Record<Dimension, string> = {
  issue: "issues",
  project: "projects",
  account: "accounts",
  day: "days",
  week: "weeks",
  month: "months",
  person: "people",
};

/** The names of groups whose key is empty. */
type NamesWithoutKey = Partial<Record<Dimension, string>>;

const WITHOUT_KEY: NamesWithoutKey = {
  project: "Issues no longer visible",
  account: "No account",
};

export async function totalsReply(
  query: Omit<TotalsQuery, "limits">,
  limit: number | undefined,
  context: CallContext,
): Promise<GetTotalsResponse> {
  const { startDate, endDate } = query.range;
  const [totals, required] = await Promise.all([
    readTotals({ ...query, limits: limitsOf(query.dimensions, limit) }, context),
    requiredHours(query.range, context),
  ]);
  const { totalHours, billableHours, totalEntries } = summaryOf(totals);
  return {
    startDate,
    endDate,
    summary: {
      totalHours,
      billableHours,
      ...(required !== undefined && { requiredHours: required }),
      totalEntries,
    },
    groups: groupsReply(totals),
    ...warnOfFarRange(query.range, context),
  };
}

/** @param limit as the caller gave it */
export function limitsOf([, then]: TotalsQuery["dimensions"], limit: number | undefined): readonly number[] {
  if (limit !== undefined) return [limit, limit];
  return then === undefined ? DEFAULT_LIMITS.alone : DEFAULT_LIMITS.withThen;
}

export function summaryOf({ hours, billableHours, worklogs }: Hours) {
  return { totalHours: hours, billableHours, totalEntries: worklogs };
}

/** @param names those that differ from the ones of a user's own totals */
export function groupsReply({ groups }: Totals, names?: NamesWithoutKey): TotalsGroup[] {
  const withoutKey = { ...WITHOUT_KEY, ...names };
  return groups.map((group) => ({
    ...toPart(group, withoutKey),
    ...(group.groups.length > 0 && { groups: group.groups.map((inner) => toPart(inner, withoutKey)) }),
  }));
}

function toPart(group: Group, withoutKey: NamesWithoutKey): TotalsPart {
  const { key = OTHER, hours, billableHours, worklogs } = group;
  const name = nameOf(group, withoutKey);
  return {
    key,
    ...(name !== undefined && { name }),
    hours,
    ...(billableHours !== hours && { billableHours }),
    entryCount: worklogs,
  };
}

function nameOf({ dimension, key, summary, count }: Group, withoutKey: NamesWithoutKey): string | undefined {
  if (key === undefined) return `${thousands(count)} more ${count === 1 ? dimension : PLURAL[dimension]}`;
  return key === "" ? withoutKey[dimension] : summary;
}

/** Undefined if the schedule cannot be read for the whole range: the hours that are logged are known all the same. */
async function requiredHours(range: DateRange, context: CallContext): Promise<number | undefined> {
  const deadline = Math.min(context.deadline, context.clock.now() + SCHEDULE_READ_MS);
  try {
    const days = await context.timesheet.getSchedule(range, { ...context, deadline });
    return summariseSchedule(completeSchedule(range, days)).totalRequiredHours;
  } catch (error) {
    context.debug(
      `required hours are not reported, since the schedule cannot be read: ${(error as Error).message}`,
    );
    return undefined;
  }
}
