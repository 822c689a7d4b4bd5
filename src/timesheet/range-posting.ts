import type { DateRange } from "./calendar.ts";
import { BadInput, Incomplete } from "./errors.ts";
import { MAX_BATCH } from "./input-rules.ts";
import type { Outcome } from "./posting.ts";
import { completeSchedule, isWorkingDay } from "./schedule.ts";
import type { StoredWorklog, Timesheet } from "./timesheet.ts";

/**
 * The dates that a post covers: the working days of the worker's schedule where the range has several dates. A range
 * of one date is that date, whatever the schedule says: who names a Saturday means it.
 */
export async function datesToPost(
  timesheet: Timesheet,
  range: DateRange,
  signal: AbortSignal,
): Promise<string[]> {
  if (range.startDate === range.endDate) return [range.startDate];
  const days = completeSchedule(range, await timesheet.getSchedule(range, signal));
  const dates = days.filter(isWorkingDay).map(({ date }) => date);
  if (dates.length === 0) {
    throw new BadInput(
      `Your schedule has no working day from ${range.startDate} to ${range.endDate}, so nothing was sent. ` +
        "To book on a day off, name that single day as startDate without endDate.",
    );
  }
  if (dates.length > MAX_BATCH) {
    throw new BadInput(
      `\`endDate\`: the range has ${dates.length} working days; at most ${MAX_BATCH} are posted in one call. ` +
        "Nothing was sent; split the range.",
    );
  }
  return dates;
}

/**
 * The stored worklogs of a post, one a date. Where one of several failed, the error lists what was stored and what was
 * not; where all failed alike, it is that failure.
 */
export function requireAllStored(dates: string[], outcomes: Outcome[]): StoredWorklog[] {
  const stored = outcomes.flatMap((outcome) => ("stored" in outcome ? [outcome.stored] : []));
  if (stored.length === dates.length) return stored;

  const datesByReason = new Map<string, string[]>();
  let failure: Error | undefined;
  outcomes.forEach((outcome, index) => {
    if ("stored" in outcome) return;
    failure = outcome.failure;
    const reason = outcome.failure.message;
    datesByReason.set(reason, [...(datesByReason.get(reason) ?? []), dates[index] ?? ""]);
  });
  if (failure && stored.length === 0 && datesByReason.size === 1) throw failure;

  const kept = stored.map(({ date, id }) => `${date} (worklog ${id})`).join(", ") || "none";
  const failed = [...datesByReason].map(([reason, on]) => `${on.join(", ")}: ${reason}`).join("\n");
  throw new Incomplete(
    `${stored.length} of ${dates.length} days were stored.\nStored: ${kept}.\nNot stored: ${failed}\n` +
      "Post only the days that were not stored again.",
  );
}
