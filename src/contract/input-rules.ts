import { countDays, isCalendarDate } from "../timesheet/calendar.ts";
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

/** The rules beyond the schema. Values of a wrong type are left to the schema. */
export function ruleProblems(args: object): BrokenRule[] {
  const problems = textProblems(args, []);
  if (problems.length === 0 && "startDate" in args && "endDate" in args) {
    problems.push(...rangeProblems(args.startDate, args.endDate));
  }
  if ("worklogs" in args && Array.isArray(args.worklogs)) problems.push(...batchProblems(args.worklogs));
  return problems;
}

/** The broken rule, worded to follow the argument's name, or undefined. */
export function textRuleError(name: string, text: string): string | undefined {
  const rule = Object.hasOwn(TEXT_RULES, name) ? TEXT_RULES[name] : undefined;
  return rule && !rule.holds(text) ? rule.rule : undefined;
}

function textProblems(args: object, path: Path): BrokenRule[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const rule = typeof value === "string" ? textRuleError(name, value) : undefined;
    return rule === undefined ? [] : [{ path: [...path, name], rule }];
  });
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

function batchProblems(rows: unknown[]): BrokenRule[] {
  if (rows.length < 1 || rows.length > MAX_BATCH) {
    return [{ path: ["worklogs"], rule: `must have 1 to ${MAX_BATCH} entries, not ${rows.length}` }];
  }
  return rows.flatMap((row, index) =>
    typeof row === "object" && row !== null ? textProblems(row, ["worklogs", index]) : [],
  );
}
