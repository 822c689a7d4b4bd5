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

function toTime(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function toText(time: number): string {
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}
