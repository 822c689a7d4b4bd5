import { datesOfMonth, isCalendarMonth } from "../../timesheet/calendar-month.ts";
import { datesOfWeek, weekOf } from "../../timesheet/calendar-week.ts";
import { addDays, type DateRange, isCalendarDate } from "../../timesheet/dates.ts";
import { UsageError } from "../usage-error.ts";

/** The dates that an argument names: a date, a week as ISO 8601 counts them, a month, or a word. @throws UsageError */
export function datesIn(period: string, today: string): DateRange {
  const word = WORDS.get(period);
  if (word) return word(today);
  if (isCalendarDate(period)) return { startDate: period, endDate: period };
  if (isCalendarMonth(period)) return datesOfMonth(period);
  const week = datesOfWeek(period);
  if (week) return week;
  throw new UsageError(
    `draft takes a date (2026-11-20), a week (2026-W47), a month (2026-11), yesterday, this-week or last-week, not '${period}'.`,
    "draft",
  );
}

const WORDS: ReadonlyMap<string, (today: string) => DateRange> = new Map([
  ["today", (today) => ({ startDate: today, endDate: today })],
  ["yesterday", (today) => ({ startDate: addDays(today, -1), endDate: addDays(today, -1) })],
  ["this-week", weekOf],
  ["last-week", (today) => weekOf(addDays(today, -7))],
]);
