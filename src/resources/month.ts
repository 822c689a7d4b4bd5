import type { DateRange } from "../timesheet/calendar.ts";
import { datesOfMonth } from "../timesheet/calendar-month.ts";
import { BadInput } from "../timesheet/errors.ts";
import { brokenTextRule } from "../timesheet/input-rules.ts";

/** The dates of the month that an address names. */
export function readMonth(month: string): DateRange {
  const rule = brokenTextRule("month", month);
  if (rule === undefined) return datesOfMonth(month);
  throw new BadInput(
    `The address names no month: \`month\` ${rule}. Nothing was asked of Tempo; correct the address and read it again.`,
  );
}
