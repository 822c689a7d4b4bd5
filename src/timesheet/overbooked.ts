import type { OverbookedDay } from "../generated/responses.ts";
import type { CallContext } from "./call-context.ts";
import { balanceOf, dayHours } from "./day-balance.ts";
import { toOverbookedDay } from "./missing-days.ts";
import type { ScheduledDay } from "./port.ts";
import { completeSchedule } from "./schedule.ts";
import { SCHEDULE_READ_MS } from "./timeline.ts";

/**
 * The dates with more hours than the schedule requires, ascending. It never fails, since the hours are stored: without a schedule it
 * returns none, and debug mode says why.
 *
 * @param booked seconds by date
 * @param known the schedule of these dates, if it has been read
 */
export async function findOverbooked(
  booked: ReadonlyMap<string, number>,
  context: CallContext,
  known?: readonly ScheduledDay[],
): Promise<OverbookedDay[]> {
  const dates = [...booked.keys()].sort();
  if (dates.length === 0) return [];
  let schedule = known;
  try {
    schedule ??= await readSchedule(dates, context);
  } catch (error) {
    context.debug(
      `overbooked days are not reported, since the schedule cannot be read: ${(error as Error).message}`,
    );
    return [];
  }
  const times = dates.map((date) => ({ date, seconds: booked.get(date) ?? 0 }));
  return dayHours(schedule, times)
    .filter(({ date }) => booked.has(date))
    .filter((day) => balanceOf(day).overSeconds > 0)
    .map(toOverbookedDay);
}

/** After posting, so that it neither delays nor endangers it. */
async function readSchedule(dates: readonly string[], context: CallContext): Promise<ScheduledDay[]> {
  const range = { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
  const deadline = Math.min(context.deadline, context.clock.now() + SCHEDULE_READ_MS);
  return completeSchedule(range, await context.timesheet.getSchedule(range, { ...context, deadline }));
}
