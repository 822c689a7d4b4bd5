import { datesOfMonth, isCalendarMonth } from "../../timesheet/calendar-month.ts";
import { addDays, type DateRange, dayOfWeek, isCalendarDate, WEEKDAYS } from "../../timesheet/dates.ts";
import { UsageError } from "../usage-error.ts";

/** The dates that an argument names: a date, a week as ISO 8601 counts them, a month, or a word. @throws UsageError */
export function datesIn(period: string, today: string): DateRange {
  const word = WORDS.get(period);
  if (word) return word(today);
  if (isCalendarDate(period)) return { startDate: period, endDate: period };
  if (isCalendarMonth(period)) return datesOfMonth(period);
  const monday = mondayOf(period);
  if (monday !== undefined) return weekFrom(monday);
  throw new UsageError(
    `draft takes a date (2026-11-20), a week (2026-W47), a month (2026-11), yesterday, this-week or last-week, not '${period}'.`,
    "draft",
  );
}

const WORDS: ReadonlyMap<string, (today: string) => DateRange> = new Map([
  ["today", (today) => ({ startDate: today, endDate: today })],
  ["yesterday", (today) => ({ startDate: addDays(today, -1), endDate: addDays(today, -1) })],
  ["this-week", (today) => weekFrom(mondayBefore(today))],
  ["last-week", (today) => weekFrom(addDays(mondayBefore(today), -7))],
]);

function weekFrom(monday: string): DateRange {
  return { startDate: monday, endDate: addDays(monday, 6) };
}

/** The date itself if it is a Monday. */
function mondayBefore(date: string): string {
  return addDays(date, -((WEEKDAYS.indexOf(dayOfWeek(date)) + 6) % 7));
}

/** Week 1 is the one with the first Thursday, and so with 4 January; the last week of a year has its last Thursday. */
function mondayOf(week: string): string | undefined {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (year === undefined || Number(number) < 1) return undefined;
  const fourth = `${year}-01-04`;
  const monday = addDays(mondayBefore(fourth), 7 * (Number(number) - 1));
  return addDays(monday, 3).startsWith(year) ? monday : undefined;
}
