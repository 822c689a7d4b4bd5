import type { GetTotalsResponse, TotalsGroup, TotalsPart } from "../../generated/responses.ts";
import { thousands } from "../../text/thousands.ts";
import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import { completeSchedule, summariseSchedule } from "../schedule.ts";
import { SCHEDULE_READ_MS } from "../timeline.ts";
import type { Dimension } from "./dimensions.ts";
import { type Group, readTotals, type TotalsQuery } from "./read-totals.ts";

/** How many groups are named at each level unless the caller says it: a reply is short then, whatever the range. */
const DEFAULT_LIMITS = { alone: [12], withThen: [3, 2] };

const OTHER = "other";

const PLURAL: Record<Dimension, string> = {
  issue: "issues",
  project: "projects",
  account: "accounts",
  day: "days",
  week: "weeks",
  month: "months",
};

/** The names of groups whose key is empty. */
const WITHOUT_KEY: Partial<Record<Dimension, string>> = {
  project: "Issues no longer visible",
  account: "No account",
};

export async function totalsReply(
  query: Omit<TotalsQuery, "limits">,
  limit: number | undefined,
  context: CallContext,
): Promise<GetTotalsResponse> {
  const { startDate, endDate } = query.range;
  const [, then] = query.dimensions;
  const defaultLimits = then === undefined ? DEFAULT_LIMITS.alone : DEFAULT_LIMITS.withThen;
  const limits = limit === undefined ? defaultLimits : [limit, limit];
  const [{ groups, hours, billableHours, worklogs }, required] = await Promise.all([
    readTotals({ ...query, limits }, context),
    requiredHours(query.range, context),
  ]);
  return {
    startDate,
    endDate,
    groups: groups.map(toReply),
    summary: {
      totalHours: hours,
      billableHours,
      ...(required !== undefined && { requiredHours: required }),
      worklogs,
    },
  };
}

function toReply(group: Group): TotalsGroup {
  return { ...toPart(group), ...(group.groups.length > 0 && { groups: group.groups.map(toPart) }) };
}

function toPart(group: Group): TotalsPart {
  const { key = OTHER, hours, billableHours, worklogs } = group;
  const name = nameOf(group);
  return {
    key,
    ...(name !== undefined && { name }),
    hours,
    ...(billableHours !== hours && { billableHours }),
    worklogs,
  };
}

function nameOf({ dimension, key, summary, count }: Group): string | undefined {
  if (key === undefined) return `${thousands(count)} more ${count === 1 ? dimension : PLURAL[dimension]}`;
  return key === "" ? WITHOUT_KEY[dimension] : summary;
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
