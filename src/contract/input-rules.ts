import type { Inputs } from "../generated/inputs.ts";
import { isDecoded } from "../text/characters.ts";
import { isCut, thousands } from "../text/lengths.ts";
import { addYears, countDays, isCalendarDate, isCalendarMonth, WEEKDAYS } from "../timesheet/dates.ts";
import { readTime } from "../timesheet/hours.ts";
import {
  DAY_SECONDS,
  MAX_BATCH,
  MAX_COMMENT,
  MAX_DELETIONS,
  MAX_DRAFT_DAYS,
  MAX_EVIDENCE,
  MAX_FILL_ROWS,
  MAX_RANGE_DAYS,
  MIN_LOGGED_SECONDS,
} from "../timesheet/limits.ts";
import type { BrokenRule, Path } from "./problems.ts";

/** Characters of a digest, of a user's name, and of the words of a search. */
const MAX_DIGEST = 100;
const MAX_NAME = 255;
const MAX_WORDS = 200;

/** The most work attributes of an entry. */
const MAX_ATTRIBUTES = 50;

/** The most entries of each argument that is a list. */
const MAX_ENTRIES: Record<string, number> = {
  worklogs: MAX_BATCH,
  rows: MAX_FILL_ROWS,
  weekdays: WEEKDAYS.length,
  worklogIds: MAX_DELETIONS,
  assign: MAX_EVIDENCE,
  leaveOut: MAX_EVIDENCE,
};

interface TextRule {
  holds(text: string): boolean;
  rule: string;
}

const calendarDate: TextRule[] = [
  { holds: isCalendarDate, rule: "must be a real calendar date, written YYYY-MM-DD" },
];

const atMost = (max: number): TextRule => ({
  holds: (text) => text.length <= max,
  rule: `must have at most ${thousands(max)} characters`,
});

/** A client that writes back a comment as a reply shows it would lose the rest of it. */
const whole: TextRule = {
  holds: (text) => !isCut(text),
  rule: "must not end with the mark of a text that is cut: write the whole text, or leave it out",
};

/** Rules by argument name; the first that does not hold is named. */
const TEXT_RULES: Record<string, TextRule[]> = {
  comment: [atMost(MAX_COMMENT)],
  confirm: [atMost(MAX_DIGEST)],
  description: [atMost(MAX_COMMENT), whole],
  reviewer: [atMost(MAX_NAME)],
  team: [atMost(MAX_NAME)],
  words: [atMost(MAX_WORDS)],
  date: calendarDate,
  startDate: calendarDate,
  endDate: calendarDate,
  month: [{ holds: isCalendarMonth, rule: "must be a calendar month, written YYYY-MM" }],
  issueKey: [
    {
      holds: (text) => /^[A-Za-z][A-Za-z0-9_]*-\d+$/.test(text) && text.length <= 255,
      rule: "must be a Jira issue key such as PROJ-123",
    },
  ],
  startTime: [
    {
      holds: (text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
      rule: "must be a time of day from 00:00 to 23:59, written HH:mm",
    },
  ],
  timeSpent: [
    {
      holds: (text) => isWithinDay(readTime(text)),
      rule: "must be a time from 1m to 24h, such as 1h 20m",
    },
  ],
  ref: [
    {
      holds: (text) => /^[jgcs][1-9]\d{0,5}$/.test(text),
      rule: "must be a ref of the draft, such as g1",
    },
  ],
  projectKey: [
    {
      holds: (text) => /^[A-Za-z][A-Za-z0-9_]*$/.test(text) && text.length <= 255,
      rule: "must be a Jira project key such as PROJ",
    },
  ],
  worklogId: [
    {
      holds: (text) => /^\d{1,19}$/.test(text),
      rule: "must be a Tempo worklog id of at most 19 digits, as returned by get_worklogs",
    },
  ],
};

/** The inputs that log or draft hours, whose dates are bounded: what is far off is a slip, and would be logged. */
const LOGGING: readonly (keyof Inputs)[] = [
  "PostWorklogInput",
  "BulkPostWorklogsInput",
  "PostWorklogDetailsInput",
  "BulkPostWorklogsDetailsInput",
  "FillDaysInput",
  "UpdateWorklogInput",
  "DraftTimesheetInput",
  "PostDraftInput",
];

const FIRST_DATE = "2000-01-01";

const MAX_YEARS_AHEAD = 2;

/** The lists that are too long. The time of every other check grows with their lengths, so nothing else of them is checked. */
export function countProblems(value: object, path: Path = []): BrokenRule[] {
  return Object.entries(MAX_ENTRIES).flatMap(([name, max]) => {
    const list: unknown = (value as Record<string, unknown>)[name];
    if (!Array.isArray(list)) return [];
    if (list.length > max) return [countProblem([...path, name], max, list.length)];
    return list.flatMap((entry, index) =>
      isObject(entry) ? countProblems(entry, [...path, name, index]) : [],
    );
  });
}

function countProblem(path: Path, max: number, count: number): BrokenRule {
  return { path, rule: `must have 1 to ${max} entries, not ${count}` };
}

/** The rules beyond the schema. Values of a wrong type are left to the schema. Without `today`, no date is too late. */
export function ruleProblems(name: keyof Inputs, args: object, today: string | undefined): BrokenRule[] {
  const logsHours = LOGGING.includes(name);
  const textError = (argument: string, text: string) => {
    const rule = textRuleError(argument, text);
    return rule === undefined && logsHours && isDateArgument(argument) ? loggedDateError(text, today) : rule;
  };
  const textProblems = (values: object, path: Path): BrokenRule[] =>
    Object.entries(values).flatMap(([argument, value]) => {
      const rule = typeof value === "string" ? textError(argument, value) : undefined;
      return rule === undefined ? [] : [{ path: [...path, argument], rule }];
    });
  const { startDate, endDate, worklogs }: { startDate?: unknown; endDate?: unknown; worklogs?: unknown } =
    args;
  const problems = textProblems(args, []);
  if (problems.length === 0) problems.push(...rangeProblems(args, MAX_DAYS[name]));
  if (Array.isArray(worklogs))
    problems.push(
      ...listProblems("worklogs", worklogs, textProblems),
      ...worklogs.flatMap((row, index) =>
        isObject(row) ? attributesProblems(row, ["worklogs", index]) : [],
      ),
    );
  if (name === "FillDaysInput") problems.push(...fillProblems(args, textProblems));
  if (name === "UpdateWorklogInput") problems.push(...updateProblems(args));
  problems.push(...attributesProblems(args, []));
  if (name === "DraftTimesheetInput" || name === "PostDraftInput")
    problems.push(...draftProblems(args, textProblems));
  if (name === "GetTotalsInput") problems.push(...totalsProblems(args, "issue"));
  if (name === "GetTeamTotalsInput") problems.push(...totalsProblems(args, "project"));
  if (name === "GetTimesheetsInput" && startDate === undefined && endDate !== undefined)
    problems.push({ path: ["startDate"], rule: "is required with endDate" });
  if ("worklogIds" in args && Array.isArray(args.worklogIds)) problems.push(...idProblems(args.worklogIds));
  return problems;
}

const DECODED =
  "must not have a character that could not be decoded (U+FFFD, or half of a pair): write that character again";

export function isDateArgument(name: string): boolean {
  return Object.hasOwn(TEXT_RULES, name) && TEXT_RULES[name] === calendarDate;
}

/** The broken rule, worded to follow the argument's name, or undefined. */
export function textRuleError(name: string, text: string): string | undefined {
  if (!isDecoded(text)) return DECODED;
  const rules = Object.hasOwn(TEXT_RULES, name) ? TEXT_RULES[name] : undefined;
  return rules?.find(({ holds }) => !holds(text))?.rule;
}

/** The bounds of `hours`. */
function isWithinDay(seconds: number | undefined): boolean {
  return seconds !== undefined && seconds >= MIN_LOGGED_SECONDS && seconds <= DAY_SECONDS;
}

/** The broken rule of a date on which hours are logged, worded like that of `textRuleError`. */
export function loggedDateError(date: string, today: string | undefined): string | undefined {
  if (today === undefined) return date < FIRST_DATE ? `must not be before ${FIRST_DATE}` : undefined;
  const last = addYears(today, MAX_YEARS_AHEAD);
  if (date >= FIRST_DATE && date <= last) return undefined;
  return `must be from ${FIRST_DATE} to ${last}, which is ${MAX_YEARS_AHEAD} years from today`;
}

/** The most days of a range, where that is less than elsewhere: each period of approval is a request on Tempo Cloud. */
const MAX_DAYS: Partial<Record<keyof Inputs, number>> = {
  GetTimesheetsInput: 400,
  DraftTimesheetInput: MAX_DRAFT_DAYS,
  PostDraftInput: MAX_DRAFT_DAYS,
};

function rangeProblems(
  { startDate, endDate }: { startDate?: unknown; endDate?: unknown },
  here = MAX_RANGE_DAYS,
  path: Path = [],
): BrokenRule[] {
  if (typeof startDate !== "string" || typeof endDate !== "string") return [];
  const at = [...path, "endDate"];
  const days = countDays({ startDate, endDate });
  if (days < 1) return [{ path: at, rule: `must not be before startDate (${startDate})` }];
  const tooMany = (max: string) => [{ path: at, rule: `makes a range of ${days} days; at most ${max}` }];
  if (days > MAX_RANGE_DAYS) return tooMany(`${MAX_RANGE_DAYS} are allowed`);
  return days > here ? tooMany(`${here} are allowed here`) : [];
}

function totalsProblems(
  { groupBy, then }: { groupBy?: unknown; then?: unknown },
  defaultGroups: string,
): BrokenRule[] {
  if (typeof then !== "string" || then !== (groupBy ?? defaultGroups)) return [];
  return [{ path: ["then"], rule: `must not be ${then}, which the groups are made by already` }];
}

type TextProblems = (values: object, path: Path) => BrokenRule[];

function listProblems(name: string, rows: unknown[], textProblems: TextProblems): BrokenRule[] {
  if (rows.length === 0) return [countProblem([name], MAX_ENTRIES[name] ?? 0, 0)];
  return rows.flatMap((row, index) => (isObject(row) ? textProblems(row, [name, index]) : []));
}

/** Requires either rows or days to copy, and at most one row that takes the rest of a day. */
function fillProblems(
  args: { rows?: unknown; copyFrom?: unknown },
  textProblems: TextProblems,
): BrokenRule[] {
  const { rows, copyFrom } = args;
  if ((rows === undefined) === (copyFrom === undefined)) {
    const rule =
      copyFrom === undefined ? "is required, or `copyFrom`" : "must be left out if `copyFrom` is given";
    return [{ path: ["rows"], rule }];
  }
  if (Array.isArray(rows)) {
    const objects = rows.filter(isObject);
    return [
      ...listProblems("rows", rows, textProblems),
      ...restProblems(objects),
      ...objects.flatMap((row, index) => attributesProblems(row, ["rows", index])),
    ];
  }
  if (!isObject(copyFrom)) return [];
  const problems = textProblems(copyFrom, ["copyFrom"]);
  return problems.length > 0 ? problems : rangeProblems(copyFrom, MAX_RANGE_DAYS, ["copyFrom"]);
}

function restProblems(rows: { hours?: unknown; timeSpent?: unknown; weekdays?: unknown }[]): BrokenRule[] {
  const taken = new Set<unknown>();
  for (const [index, { hours, timeSpent, weekdays }] of rows.entries()) {
    if (Array.isArray(weekdays) && weekdays.length === 0)
      return [{ path: ["rows", index, "weekdays"], rule: "must have at least 1 entry" }];
    if (hours !== undefined && timeSpent !== undefined)
      return [{ path: ["rows", index, "timeSpent"], rule: "must be left out if `hours` is given" }];
    if (hours !== undefined || timeSpent !== undefined) continue;
    const days = Array.isArray(weekdays) ? weekdays : WEEKDAYS;
    if (days.some((day) => taken.has(day))) {
      const rule = "is required: another row takes what is left of the same days";
      return [{ path: ["rows", index, "hours"], rule }];
    }
    for (const day of days) taken.add(day);
  }
  return [];
}

/** Rules of the keys and values of attributes; the first that does not hold is named. */
const ATTRIBUTE_RULES: TextRule[] = [
  { holds: isDecoded, rule: DECODED },
  whole,
  {
    holds: (text) => text.length <= MAX_NAME,
    rule: `must have keys and values of at most ${MAX_NAME} characters`,
  },
];

/** Asks for texts that Tempo could have as keys and values. */
export function attributesProblems({ attributes }: { attributes?: unknown }, path: Path): BrokenRule[] {
  if (!isObject(attributes)) return [];
  const entries = Object.entries(attributes);
  const at = [...path, "attributes"];
  if (entries.length > MAX_ATTRIBUTES)
    return [{ path: at, rule: `must have at most ${MAX_ATTRIBUTES} entries, not ${entries.length}` }];
  const texts = entries.flat().filter((text) => typeof text === "string");
  const broken = ATTRIBUTE_RULES.find(({ holds }) => !texts.every(holds));
  return broken ? [{ path: at, rule: broken.rule }] : [];
}

/** Asks for refs of a draft. Whether it has them is only known once it is made. */
function draftProblems(
  { assign, leaveOut }: { assign?: unknown; leaveOut?: unknown },
  textProblems: TextProblems,
): BrokenRule[] {
  const assigned =
    Array.isArray(assign) && assign.length > 0 ? listProblems("assign", assign, textProblems) : [];
  return [...assigned, ...elementProblems("leaveOut", leaveOut, "ref")];
}

/** The rule of an argument name for each text of a list. */
function elementProblems(list: string, texts: unknown, name: string): BrokenRule[] {
  return (Array.isArray(texts) ? texts : []).flatMap((text, index) => {
    const rule = typeof text === "string" ? textRuleError(name, text) : undefined;
    return rule === undefined ? [] : [{ path: [list, index], rule }];
  });
}

function idProblems(ids: unknown[]): BrokenRule[] {
  return [...listProblems("worklogIds", ids, () => []), ...elementProblems("worklogIds", ids, "worklogId")];
}

function updateProblems(args: object): BrokenRule[] {
  const changes = Object.keys(args).filter((name) => name !== "worklogId");
  if (changes.length > 0) return [];
  return [
    {
      path: [],
      rule: "must have something to change: issueKey, hours, date, startTime, description, billable or attributes",
    },
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
