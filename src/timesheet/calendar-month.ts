import { addDays, type DateRange, isCalendarDate } from "./dates.ts";

export function isCalendarMonth(text: string): boolean {
  return isCalendarDate(`${text}-01`);
}

export function datesOfMonth(month: string): DateRange {
  const startDate = `${month}-01`;
  const endDate = ["31", "30", "29"].map((day) => `${month}-${day}`).find(isCalendarDate);
  return { startDate, endDate: endDate ?? `${month}-28` };
}

/** Newest first. */
export function monthsUpTo(date: string, count: number): string[] {
  const months = [date.slice(0, 7)];
  while (months.length < count) months.push(addDays(`${months.at(-1)}-01`, -1).slice(0, 7));
  return months;
}

const FIRST_WEEK = 7;

/** The month whose timesheet is due: in the first week of a month, the last one. */
export function monthToFill(today: string): string {
  return addDays(today, Number(today.slice(8)) <= FIRST_WEEK ? -FIRST_WEEK : 0).slice(0, 7);
}

export const MONTHS: readonly string[] =
  "January February March April May June July August September October November December".split(" ");

/** `2026-11` becomes `November 2026`, and so does any date in it. */
export function monthName(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

/** `2026-12-02` becomes `2 December 2026`. */
export function dateName(date: string): string {
  return `${Number(date.slice(8))} ${monthName(date)}`;
}

/** `2026-12-02` becomes `2 December`, where the year is clear. */
export function dayName(date: string): string {
  return dateName(date).slice(0, -" 2026".length);
}

export function isWholeMonth({ startDate, endDate }: DateRange): boolean {
  const dates = datesOfMonth(startDate.slice(0, 7));
  return dates.startDate === startDate && dates.endDate === endDate;
}
