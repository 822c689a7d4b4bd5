import { textRuleError } from "../contract/input-rules.ts";
import type { DateRange } from "../timesheet/calendar.ts";
import { datesOfMonth } from "../timesheet/calendar-month.ts";
import { InvalidInputError } from "../timesheet/errors.ts";

/** The dates of the month that an address names. */
export function readMonth(month: string): DateRange {
  const rule = textRuleError("month", month);
  if (rule === undefined) return datesOfMonth(month);
  throw new InvalidInputError(
    `The address names no month: \`month\` ${rule}. Nothing was asked of Tempo; correct the address and read it again.`,
  );
}
