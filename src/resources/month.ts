import { textRuleError } from "../contract/input-rules.ts";
import { datesOfMonth } from "../timesheet/calendar-month.ts";
import type { DateRange } from "../timesheet/dates.ts";
import { InvalidInputError } from "../timesheet/errors.ts";

export function readMonth(month: string): DateRange {
  const rule = textRuleError("month", month);
  if (rule === undefined) return datesOfMonth(month);
  throw new InvalidInputError(
    `Invalid resource URI: \`month\` ${rule}. Nothing was sent to Tempo; correct the URI and read it again.`,
  );
}
