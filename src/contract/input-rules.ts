import { countDays, isCalendarDate } from "../timesheet/calendar.ts";
import { isCalendarMonth } from "../timesheet/calendar-month.ts";
import { MAX_BATCH, MAX_RANGE_DAYS } from "../timesheet/limits.ts";

/** A rule that an argument breaks: where (`["worklogs", 3, "hours"]`) and the rule's own words. */
export interface InputProblem {
  path: readonly (string | number)[];
  rule: string;
}

const calendarDate = {
  holds: isCalendarDate,
  rule: "must be a real calendar date, written YYYY-MM-DD",
};

/** By argument name: what its text must be, beyond what a schema can state. */
const TEXT_RULES: Record<string, { holds(text: string): boolean; rule: string }> = {
  date: calendarDate,
  startDate: calendarDate,
  endDate: calendarDate,
  month: {
    holds: isCalendarMonth,
    rule: "must be a month of the calendar, written YYYY-MM",
  },
  issueKey: {
    holds: (text) => /^[A-Za-z][A-Za-z0-9_]*-\d+$/.test(text) && text.length <= 255,
    rule: "must be a Jira issue key such as PROJ-123",
  },
  worklogId: {
    holds: (text) => /^\d{1,19}$/.test(text),
    rule: "must be a Tempo worklog id: digits only, 19 at most, as get_worklogs gives it",
  },
};

/**
 * The rules that a tool's arguments break beyond their schema: real dates, ordered and bounded ranges, keys that are
 * keys, ids of digits, batches of 1 to 500 entries. Values of a wrong type are the schema's matter and passed over.
 */
export function ruleProblems(args: object): InputProblem[] {
  const problems = textProblems(args, []);
  if (problems.length === 0 && "startDate" in args && "endDate" in args) {
    problems.push(...rangeProblems(args.startDate, args.endDate));
  }
  if ("worklogs" in args && Array.isArray(args.worklogs)) problems.push(...batchProblems(args.worklogs));
  return problems;
}

/** The rule that the text of an argument breaks, by the argument's name, in words; undefined where it breaks none. */
export function textRuleError(name: string, text: string): string | undefined {
  const rule = Object.hasOwn(TEXT_RULES, name) ? TEXT_RULES[name] : undefined;
  return rule && !rule.holds(text) ? rule.rule : undefined;
}

function textProblems(args: object, path: (string | number)[]): InputProblem[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const rule = typeof value === "string" ? textRuleError(name, value) : undefined;
    return rule === undefined ? [] : [{ path: [...path, name], rule }];
  });
}

function rangeProblems(startDate: unknown, endDate: unknown): InputProblem[] {
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

function batchProblems(rows: unknown[]): InputProblem[] {
  if (rows.length < 1 || rows.length > MAX_BATCH) {
    return [
      { path: ["worklogs"], rule: `must have 1 to ${MAX_BATCH} entries; this batch has ${rows.length}` },
    ];
  }
  return rows.flatMap((row, index) =>
    typeof row === "object" && row !== null ? textProblems(row, ["worklogs", index]) : [],
  );
}
