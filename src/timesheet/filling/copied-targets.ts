import type { CallContext } from "../call-context.ts";
import { addDays, countDays, type DateRange, dayOfWeek } from "../dates.ts";
import { groupBy } from "../group-by.ts";
import type { LoggedWorklog } from "../port.ts";
import { inOrder } from "../worklogs.ts";
import type { Wanted } from "./plan.ts";
import { copyOf } from "./plan-day.ts";

const WEEK = 7;

/**
 * The worklogs of the source, weekday by weekday: several weeks repeat in order, and one date goes to every date. A source issue
 * that is closed, or that the user may not see any more, is skipped.
 *
 * @param billable whether the copies are; undefined for as their source
 */
export async function copiedTargets(
  source: DateRange,
  target: DateRange,
  billable: boolean | undefined,
  context: CallContext,
): Promise<(date: string) => Wanted> {
  const worklogs = inOrder(await context.timesheet.getWorklogs(source, undefined, context));
  const ids = [...new Set(worklogs.map(({ issue }) => issue.id))];
  const states = await context.timesheet.issueStates(ids, context);
  const byDate = groupBy(worklogs, ({ date }) => date);
  return (date) => {
    const copied = byDate.get(sourceDate(date, source, target)) ?? [];
    return {
      targets: copied
        .filter(({ issue }) => states.get(issue.id) === "open")
        .map((worklog) => copyOf(worklog, billable)),
      skipped: [...groupBy(copied, ({ issue }) => issue.id)].flatMap(([id, [first]]) => {
        const state = states.get(id);
        if (!first || state === "open") return [];
        return [{ date, issueKey: first.issue.key, reason: whyNotCopied(first, state) }];
      }),
    };
  };
}

function whyNotCopied({ issue }: LoggedWorklog, state: "closed" | undefined): string {
  return state === "closed" ? `${issue.key} is closed` : `You can no longer see ${issue.key}`;
}

/** The date of the source that a date copies; outside the source if its weeks lack the weekday. */
export function sourceDate(date: string, source: DateRange, target: DateRange): string {
  if (countDays(source) === 1) return source.startDate;
  const weeks = Math.ceil(countDays(source) / WEEK);
  const offset = daysSinceWeekday(date, source.startDate);
  // The weeks of the target start on the weekday on which the source starts.
  const firstWeek = addDays(target.startDate, -daysSinceWeekday(target.startDate, source.startDate));
  const week = Math.floor((countDays({ startDate: firstWeek, endDate: date }) - 1) / WEEK);
  return addDays(source.startDate, (week % weeks) * WEEK + offset);
}

/** Days from the last date with the weekday of `other` to `date`. */
function daysSinceWeekday(date: string, other: string): number {
  let days = 0;
  while (dayOfWeek(addDays(date, -days)) !== dayOfWeek(other)) days += 1;
  return days;
}
