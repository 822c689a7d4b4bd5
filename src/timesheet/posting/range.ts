import type { DateRange } from "../calendar.ts";
import { InvalidInputError, PartialFailureError, type TimesheetError } from "../errors.ts";
import { MAX_BATCH } from "../limits.ts";
import type { CallScope, Timesheet } from "../port.ts";
import { completeSchedule, isWorkingDay } from "../schedule.ts";
import type { Outcome } from "./batch-state.ts";

/**
 * The working days of the worker's schedule in a range: the dates that a post of the range covers.
 *
 * @throws BadInput where there is none, or more than a call may post
 */
export async function workingDates(
  timesheet: Timesheet,
  range: DateRange,
  scope: CallScope,
): Promise<string[]> {
  const days = completeSchedule(range, await timesheet.getSchedule(range, scope));
  const dates = days.filter(isWorkingDay).map(({ date }) => date);
  if (dates.length === 0) {
    throw new InvalidInputError(
      `Your schedule has no working day from ${range.startDate} to ${range.endDate}, so nothing was sent. ` +
        "To book on a day off, name that day as startDate and leave endDate out.",
    );
  }
  if (dates.length > MAX_BATCH) {
    throw new InvalidInputError(
      `\`endDate\`: the range has ${dates.length} working days; at most ${MAX_BATCH} are posted in one call. ` +
        "Nothing was sent; split the range.",
    );
  }
  return dates;
}

/** A day of a post whose hours stand in Tempo. */
export type PostedDay = Extract<Outcome, { stored: unknown }>;

/**
 * The days of a post whose hours stand, one a date. Where one of several failed, the error lists what was stored, what was not,
 * and what is unknown; where all failed alike, it is that failure.
 */
export function requireAllLogged(dates: string[], outcomes: Outcome[]): PostedDay[] {
  const stored = outcomes.flatMap((outcome) => ("stored" in outcome ? [outcome] : []));
  const failures = outcomes.flatMap((outcome, index) =>
    "failure" in outcome ? [{ date: dates[index] ?? "", failure: outcome.failure }] : [],
  );
  const [first] = failures;
  if (!first) return stored;
  if (stored.length === 0 && failures.every(({ failure }) => failure.message === first.failure.message)) {
    throw first.failure;
  }
  const doubtful = failures.filter(({ failure }) => failure.mayBeStored);
  const failed = failures.filter(({ failure }) => !failure.mayBeStored);
  throw new PartialFailureError(
    [
      `${stored.length} of ${dates.length} days were stored.`,
      `Stored: ${stored.map(({ stored: { date, id } }) => `${date} (worklog ${id})`).join(", ") || "none"}.`,
      ...byReason(failed).map((line) => `Not stored, so post these again once the cause is mended: ${line}`),
      ...byReason(doubtful).map((line) => `In doubt, so look before you post these again: ${line}`),
    ].join("\n"),
  );
}

/** A line for each reason, with the dates that share it. */
function byReason(failures: { date: string; failure: TimesheetError }[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const { date, failure } of failures) {
    reasons.set(failure.message, [...(reasons.get(failure.message) ?? []), date]);
  }
  return [...reasons].map(([reason, dates]) => `${dates.join(", ")}: ${reason}`);
}
