import type { Words } from "../text/words.ts";
import { words, wordsFor } from "../text/words.ts";
import type { CallContext } from "./call-context.ts";
import { addDays, countDays, type DateRange, datesOf } from "./dates.ts";
import { MAX_DAYS_AHEAD, MAX_DAYS_BACK } from "./limits.ts";

/** The advice for dates that were not meant, by what a reply says of them. */
const ADVICE: Record<"stored" | "moved" | "submitted" | "shown", Words> = {
  stored: {
    assistant: "If that is not meant, delete what this call stored.",
    shell: "If that is not meant, undo it with tempofiller undo.",
  },
  moved: "If that is not meant, change the date again.",
  submitted: "If that is not meant, recall it.",
  shown: "If that is not meant, use other dates.",
};

/**
 * The warning of a reply about dates that are far from today, to be spread into it. A model takes the year of its training for this one,
 * and nothing else tells it what day it is.
 */
export function warnOfFarDates(
  dates: readonly string[],
  about: keyof typeof ADVICE,
  { today, reader }: Pick<CallContext, "today" | "reader">,
): { warnings?: string[] } {
  const sentence = sayFarDates(dates, today);
  if (sentence === undefined) return {};
  return { warnings: [wordsFor(reader, words`${sentence} ${ADVICE[about]}`)] };
}

/**
 * The warning of a reply that only reads a range. It is about whole ranges of other years: an earlier month of this year is read more
 * often because it is meant.
 */
export function warnOfFarRange(
  range: DateRange,
  context: Pick<CallContext, "today" | "reader">,
): { warnings?: string[] } {
  const { today } = context;
  const { startDate, endDate } = range;
  const isOfOtherYear = endDate < today.slice(0, 4) || startDate.slice(0, 4) > today;
  const isFarAsAWhole = isFar(startDate, today) && isFar(endDate, today);
  return isOfOtherYear && isFarAsAWhole ? warnOfFarDates(datesOf(range), "shown", context) : {};
}

/** The sentence that says how far dates are from today; undefined if none of them is far. */
export function sayFarDates(dates: readonly string[], today: string): string | undefined {
  const far = [...new Set(dates)].filter((date) => isFar(date, today)).sort();
  const parts = [
    ...describe(
      far.filter((date) => date < today),
      today,
      "before",
    ),
    ...describe(
      far.filter((date) => date > today),
      today,
      "after",
    ),
  ];
  return parts.length === 0 ? undefined : `${parts.join(", and ")} today, ${today}.`;
}

function isFar(date: string, today: string): boolean {
  return date < addDays(today, -MAX_DAYS_BACK) || date > addDays(today, MAX_DAYS_AHEAD);
}

/** @param dates ascending */
function describe(dates: readonly string[], today: string, side: "before" | "after"): string[] {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [first, last].map((date) => daysBetween(date, today)).sort((a, b) => a - b);
  if (first === last) return [`${first} is ${from} days ${side}`];
  const all =
    dates.length === 2 ? `${first} and ${last}` : `The ${dates.length} dates from ${first} to ${last}`;
  return [`${all} are ${from} to ${to} days ${side}`];
}

function daysBetween(date: string, today: string): number {
  return Math.abs(countDays({ startDate: date, endDate: today }) - 1);
}
