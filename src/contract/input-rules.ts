import type { Inputs } from "../generated/inputs.ts";
import { addYears, countDays, isCalendarDate } from "../timesheet/calendar.ts";
import { isCalendarMonth } from "../timesheet/calendar-month.ts";
import { MAX_BATCH, MAX_RANGE_DAYS } from "../timesheet/limits.ts";
import type { BrokenRule, Path } from "./problems.ts";

const calendarDate = {
  holds: isCalendarDate,
  rule: "must be a real calendar date, written YYYY-MM-DD",
};

/** By argument name. */
const TEXT_RULES: Record<string, { holds(text: string): boolean; rule: string }> = {
  date: calendarDate,
  startDate: calendarDate,
  endDate: calendarDate,
  month: {
    holds: isCalendarMonth,
    rule: "must be a calendar month, written YYYY-MM",
  },
  issueKey: {
    holds: (text) => /^[A-Za-z][A-Za-z0-9_]*-\d+$/.test(text) && text.length <= 255,
    rule: "must be a Jira issue key such as PROJ-123",
  },
  worklogId: {
    holds: (text) => /^\d{1,19}$/.test(text),
    rule: "must be a Tempo worklog id of at most 19 digits, as returned by get_worklogs",
  },
};

/** The inputs that log hours, whose dates are bounded: what is far off is a slip, and would be booked. */
const LOGGING: readonly (keyof Inputs)[] = ["PostWorklogInput", "BulkPostWorklogsInput"];

const FIRST_DATE = "2000-01-01";

const MAX_YEARS_AHEAD = 2;

/** The rules beyond the schema. Values of a wrong type are left to the schema. Without `today`, no date is too late. */
export function ruleProblems(name: keyof Inputs, args: object, today: string | undefined): BrokenRule[] {
  const logsHours = LOGGING.includes(name);
  const textError = (argument: string, text: string) =>
    textRuleError(argument, text) ??
    (logsHours && TEXT_RULES[argument] === calendarDate ? loggedDateError(text, today) : undefined);
  const textProblems = (values: object, path: Path): BrokenRule[] =>
    Object.entries(values).flatMap(([argument, value]) => {
      const rule = typeof value === "string" ? textError(argument, value) : undefined;
      return rule === undefined ? [] : [{ path: [...path, argument], rule }];
    });
  const problems = textProblems(args, []);
  if (problems.length === 0 && "startDate" in args && "endDate" in args) {
    problems.push(...rangeProblems(args.startDate, args.endDate));
  }
  if ("worklogs" in args && Array.isArray(args.worklogs)) {
    problems.push(...batchProblems(args.worklogs, textProblems));
  }
  return problems;
}

/** The broken rule, worded to follow the argument's name, or undefined. */
export function textRuleError(name: string, text: string): string | undefined {
  const rule = Object.hasOwn(TEXT_RULES, name) ? TEXT_RULES[name] : undefined;
  return rule && !rule.holds(text) ? rule.rule : undefined;
}

function loggedDateError(date: string, today: string | undefined): string | undefined {
  if (today === undefined) return date < FIRST_DATE ? `must not be before ${FIRST_DATE}` : undefined;
  const last = addYears(today, MAX_YEARS_AHEAD);
  if (date >= FIRST_DATE && date <= last) return undefined;
  return `must be from ${FIRST_DATE} to ${last}, which is ${MAX_YEARS_AHEAD} years from today`;
}

function rangeProblems(startDate: unknown, endDate: unknown): BrokenRule[] {
  if (typeof startDate !== "string" || typeof endDate !== "string") return [];
  const days = countDays({ startDate, endDate });
  if (days < 1) return [{ path: ["endDate"], rule: `must not be before startDate (${startDate})` }];
  if (days > MAX_RANGE_DAYS) {
    return [
      {
        path: ["endDate"],
        rule: `makes a range of ${days} days; at most ${MAX_RANGE_DAYS} are allowed`,
      },
    ];
  }
  return [];
}

function batchProblems(
  rows: unknown[],
  textProblems: (row: object, path: Path) => BrokenRule[],
): BrokenRule[] {
  if (rows.length < 1 || rows.length > MAX_BATCH) {
    return [{ path: ["worklogs"], rule: `must have 1 to ${MAX_BATCH} entries, not ${rows.length}` }];
  }
  return rows.flatMap((row, index) =>
    typeof row === "object" && row !== null ? textProblems(row, ["worklogs", index]) : [],
  );
}
