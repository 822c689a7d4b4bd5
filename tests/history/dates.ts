import { addDays } from "../../src/timesheet/dates.ts";

/** The required hours of each date. */
export const REQUIRED_HOURS = 8;

/** All dates from the first to the last. */
export function datesBetween(first: string, last: string): string[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}
