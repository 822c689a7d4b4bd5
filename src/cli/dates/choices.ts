import { MONTHS, WEEKDAYS } from "../../timesheet/dates.ts";
import type { Choice } from "../options.ts";

/** The words for dates. */
export const DATE_WORDS: readonly Choice[] = [
  { name: "today", title: "today" },
  { name: "yesterday", title: "yesterday" },
  ...WEEKDAYS.map((day) => ({ name: day.toLowerCase(), title: `the last ${day}, today included` })),
];

export const WEEK_WORDS: readonly Choice[] = [
  { name: "this-week", title: "the current week" },
  { name: "last-week", title: "the week before this one" },
];

export const MONTH_WORDS: readonly Choice[] = [
  { name: "this", title: "the current month" },
  { name: "last", title: "the month before this one" },
  ...MONTHS.map((month) => ({ name: month.toLowerCase(), title: `the last ${month} that has begun` })),
];

/** The words for dates, weeks and months that completion offers. */
export const PERIOD_WORDS: readonly Choice[] = [...DATE_WORDS, ...WEEK_WORDS, ...MONTH_WORDS];

const PERIODS = ["week", "month", ...WEEKDAYS, ...MONTHS].map((name) => name.toLowerCase());

/** Whether words name dates together, such as `last week`. */
export function areDateWords(words: string): boolean {
  const [which = "", period = "", ...more] = words.toLowerCase().split(" ");
  return ["last", "this", "next"].includes(which) && PERIODS.includes(period) && more.length === 0;
}
