import { addDays, countDays, type DateRange, datesOfMonth, isWholeMonth } from "../../timesheet/dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import type { Day } from "./days.ts";

/** A row of the view: a week of the calendar, or a week or month of a long range. */
export interface Period {
  range: DateRange;
  days: readonly Day[];
}

/** The part of the range that is shown as a row: days in a calendar, or the totals of a week or of a month. */
type Scale = "days" | "weeks" | "months";

const SIX_WEEKS = 42;

const SIX_MONTHS = 190;

export function scaleOf(range: DateRange): Scale {
  const days = countDays(range);
  return days <= SIX_WEEKS ? "days" : days <= SIX_MONTHS ? "weeks" : "months";
}

/** @param firstWeekday 1 is Monday, 7 is Sunday */
export function weeksOf(days: readonly Day[], firstWeekday: number): Period[] {
  return periods(days, ({ date }) => addDays(date, -column(date, firstWeekday)));
}

export function monthsOf(days: readonly Day[]): Period[] {
  return periods(days, ({ date }) => date.slice(0, 7));
}

/** The place of a date in its week, from 0. */
export function column(date: string, firstWeekday: number): number {
  // Counted from a Monday before all dates.
  return (countDays({ startDate: "0001-01-01", endDate: date }) - firstWeekday + 7) % 7;
}

/** The days of a week of the calendar by their column; undefined where the range does not reach. */
export function columnsOf({ days }: Period, firstWeekday: number): (Day | undefined)[] {
  return Array.from({ length: 7 }, (_, index) =>
    days.find(({ date }) => column(date, firstWeekday) === index),
  );
}

/** Days of a week. */
export const WEEK = 7;

/** The ranges before and after a whole month or a week; none of any other range. */
export function neighboursOf(range: DateRange): [before: DateRange, after: DateRange] | undefined {
  const { startDate, endDate } = range;
  if (isWholeMonth(range)) return [monthOf(addDays(startDate, -1)), monthOf(addDays(endDate, 1))];
  if (countDays(range) !== WEEK) return undefined;
  const by = (days: number) => ({ startDate: addDays(startDate, days), endDate: addDays(endDate, days) });
  return [by(-WEEK), by(WEEK)];
}

/** The month of a part of it, or both months of a week. */
export function monthsAround(range: DateRange): DateRange[] {
  const [first, last] = [monthOf(range.startDate), monthOf(range.endDate)];
  if (first.startDate !== last.startDate) return countDays(range) > WEEK ? [] : [first, last];
  return isWholeMonth(range) ? [] : [first];
}

/** The week of the calendar with a date. */
export function weekAround(date: string, firstWeekday: number): DateRange {
  const startDate = addDays(date, -column(date, firstWeekday));
  return { startDate, endDate: addDays(startDate, WEEK - 1) };
}

/** The month with a date. */
export function monthOf(date: string): DateRange {
  return datesOfMonth(date.slice(0, 7));
}

function periods(days: readonly Day[], keyOf: (day: Day) => string): Period[] {
  return [...groupBy(days, keyOf).values()].map((ofPeriod) => ({
    range: { startDate: ofPeriod[0]?.date ?? "", endDate: ofPeriod.at(-1)?.date ?? "" },
    days: ofPeriod,
  }));
}
