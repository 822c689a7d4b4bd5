import { isCalendarMonth } from "../timesheet/calendar-month.ts";
import { UsageError } from "./usage-error.ts";

/** The month that an argument of a command names. @throws UsageError */
export function calendarMonth(month: string, command: string): string {
  if (isCalendarMonth(month)) return month;
  throw new UsageError(`The month must be a calendar month, written YYYY-MM, not '${month}'.`, command);
}
