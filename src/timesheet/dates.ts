import type { ScheduleDay } from "../generated/responses.ts";

/** Dates are text, YYYY-MM-DD, from end to end. Arithmetic goes through UTC, never through a local time zone. */

const DAY_IN_MS = 86_400_000;

type DayName = ScheduleDay["dayOfWeek"];

export const WEEKDAYS: readonly DayName[] = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
];

/** Both inclusive. */
export interface DateRange {
  startDate: string;
  endDate: string;
}

/** Real and written YYYY-MM-DD: 2026-02-30 is not. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && toText(toTime(text)) === text;
}

export function dayOfWeek(date: string): DayName {
  return WEEKDAYS[new Date(toTime(date)).getUTCDay()] ?? "Sunday";
}

export function isWeekend(date: string): boolean {
  return ["Saturday", "Sunday"].includes(dayOfWeek(date));
}

/** The date in UTC at a time of the wall clock, in milliseconds. */
export function utcDate(wallClock: number): string {
  return toText(wallClock);
}

export function addDays(date: string, days: number): string {
  return toText(toTime(date) + days * DAY_IN_MS);
}

export function addYears(date: string, years: number): string {
  const [year = "", month, day] = date.split("-");
  const moved = `${Number(year) + years}-${month}-${day}`;
  return isCalendarDate(moved) ? moved : addDays(`${Number(year) + years}-03-01`, -1);
}

/** 0 or less if the range ends before it starts. */
export function countDays({ startDate, endDate }: DateRange): number {
  return (toTime(endDate) - toTime(startDate)) / DAY_IN_MS + 1;
}

export function datesOf(range: DateRange): string[] {
  return Array.from({ length: Math.max(0, countDays(range)) }, (_, index) => addDays(range.startDate, index));
}

export function isWithin({ startDate, endDate }: DateRange, date: string): boolean {
  return startDate <= date && date <= endDate;
}

/** Midnight in UTC, in milliseconds since 1970. */
export function toTime(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function toText(time: number): string {
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}

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
  /* @__PURE__ */ "January February March April May June July August September October November December".split(
    " ",
  );

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
