import { addDays, countDays, type DateRange, dayOfWeek, WEEKDAYS } from "./dates.ts";

/** The week from Monday to Sunday that a date is in. */
export function weekOf(date: string): DateRange {
  const monday = addDays(date, -((WEEKDAYS.indexOf(dayOfWeek(date)) + 6) % 7));
  return { startDate: monday, endDate: addDays(monday, 6) };
}

/**
 * The dates of a week as ISO 8601 writes it, such as 2026-W47; undefined if there is none. Week 1 is the one with the first Thursday,
 * and so with 4 January; the last week of a year has its last Thursday.
 */
export function datesOfWeek(week: string): DateRange | undefined {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (year === undefined || Number(number) < 1) return undefined;
  const dates = weekOf(addDays(`${year}-01-04`, 7 * (Number(number) - 1)));
  return thursdayOf(dates).startsWith(year) ? dates : undefined;
}

/** Weeks as ISO 8601 writes them, that of the date first, then the ones before it. */
export function weeksUpTo(date: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => weekName(weekOf(addDays(date, -7 * index))));
}

/** A week as ISO 8601 writes it. @param week from Monday to Sunday */
export function weekName(week: DateRange): string {
  const thursday = thursdayOf(week);
  const year = thursday.slice(0, 4);
  const number = Math.ceil(countDays({ startDate: `${year}-01-01`, endDate: thursday }) / 7);
  return `${year}-W${String(number).padStart(2, "0")}`;
}

function thursdayOf({ startDate }: DateRange): string {
  return addDays(startDate, 3);
}
