import { datesOfMonth, isCalendarMonth } from "../../timesheet/calendar-month.ts";
import { addDays, type DateRange, dayOfWeek, isCalendarDate, WEEKDAYS } from "../../timesheet/dates.ts";
import { UsageError } from "../usage-error.ts";

/** The dates that an argument names: a date, a week as ISO 8601 counts them, or a month. @throws UsageError */
export function datesIn(period: string): DateRange {
  if (isCalendarDate(period)) return { startDate: period, endDate: period };
  if (isCalendarMonth(period)) return datesOfMonth(period);
  const monday = mondayOf(period);
  if (monday !== undefined) return { startDate: monday, endDate: addDays(monday, 6) };
  throw new UsageError(
    `draft takes a date (2026-11-20), a week (2026-W47) or a month (2026-11), not '${period}'.`,
    "draft",
  );
}

/** Week 1 is the one with the first Thursday, and so with 4 January; the last week of a year has its last Thursday. */
function mondayOf(week: string): string | undefined {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (year === undefined || Number(number) < 1) return undefined;
  const fourth = `${year}-01-04`;
  const daysSinceMonday = (WEEKDAYS.indexOf(dayOfWeek(fourth)) + 6) % 7;
  const monday = addDays(fourth, 7 * (Number(number) - 1) - daysSinceMonday);
  return addDays(monday, 3).startsWith(year) ? monday : undefined;
}
