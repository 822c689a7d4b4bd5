import deletion from "../../contracts/examples/DeleteWorklogInput/worklog.json" with { type: "json" };
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import { addDays, datesOf, dayOfWeek } from "../../src/timesheet/dates.ts";
import { EXAMPLE_ACCOUNTS, EXAMPLE_ISSUES } from "../lib/examples.ts";
import type { Size } from "./size.ts";

/** A call whose reply is measured, and the size of TempoFiller 1.1.3's markdown for it on the same data. */
export interface CorpusCall {
  name: string;
  tool: string;
  arguments: Record<string, unknown>;
  /** Measured once, on 1.1.3 itself; tokens are of o200k_base. */
  markdown: Size;
}

const ACCOUNT_ID = "712020:00000000-0000-4000-8000-00000000000a";
const HOUR = 3600;

const ISSUES = [
  "Implement user authentication",
  "Fix rounding of partial hours in the export",
  "On-call",
  "Sprint ceremonies",
  "Migrate build to the new runner",
  "Write release notes",
  "Investigate slow search",
  "Code review",
  "Customer workshop",
  "Backlog refinement",
].map((summary, index) => ({ id: 10_101 + index, key: `PROJ-${101 + index}`, summary }));

type Issue = (typeof ISSUES)[number];

/** The issue at a place of the list, counted round and round. */
function issueAt(index: number): Issue {
  return ISSUES[index % ISSUES.length] as Issue;
}

function worklog(issue: Issue, startDate: string, hours: number, description: string) {
  const timeSpentSeconds = hours * HOUR;
  const owner = { issueId: issue.id, accountId: ACCOUNT_ID };
  return { ...owner, startDate, timeSpentSeconds, billableSeconds: timeSpentSeconds, description };
}

/** The data before the first call. Ids follow this order. */
export const CORPUS_SEED: SandboxSeed = {
  today: "2026-05-15",
  me: { accountId: ACCOUNT_ID, key: "JIRAUSER10001", name: "ada", displayName: "Ada", timeZone: "UTC" },
  colleagues: [{ accountId: "712020:kim", key: "JIRAUSER10002", name: "kim", displayName: "Kim Colleague" }],
  issues: [...ISSUES, ...EXAMPLE_ISSUES],
  ...EXAMPLE_ACCOUNTS,
  teams: [{ id: 7, name: "Delivery", members: [{ accountId: ACCOUNT_ID }, { accountId: "712020:kim" }] }],
  holidays: [{ date: "2026-01-01", name: "New Year", durationSeconds: 8 * HOUR }],
  workingDaySeconds: 8 * HOUR,
  worklogs: [
    ...datesOf({ startDate: "2026-03-01", endDate: "2026-03-20" }).map((date) =>
      worklog(issueAt(0), date, 8, "Working on login flow"),
    ),
    ...datesOf({ startDate: "2026-04-01", endDate: "2026-04-30" }).flatMap((date, index) => [
      worklog(issueAt(index), date, 4, "Daily work item"),
      worklog(issueAt(index + 3), date, 4, ""),
    ]),
    worklog(issueAt(2), "2026-05-04", 1, ""),
  ],
};

function entry(issue: Issue, date: string, description = "Feature work", hours = 8) {
  return { issueKey: issue.key, hours, date, description };
}

/** The first `count` days from Monday to Friday; none of them is a holiday. */
function workingDays(startDate: string, count: number): string[] {
  const dates = datesOf({ startDate, endDate: addDays(startDate, 2 * count) });
  return dates.filter((date) => !["Saturday", "Sunday"].includes(dayOfWeek(date))).slice(0, count);
}

/** The calls, to be made in this order on one timesheet: those that write come after those that read. */
export const CORPUS_CALLS: readonly CorpusCall[] = [
  {
    name: "schedule, a week",
    tool: "get_schedule",
    arguments: { startDate: "2026-01-01", endDate: "2026-01-07" },
    markdown: { chars: 1066, tokens: 371 },
  },
  {
    name: "schedule, a month",
    tool: "get_schedule",
    arguments: { startDate: "2026-01-01", endDate: "2026-01-31" },
    markdown: { chars: 2561, tokens: 1019 },
  },
  {
    name: "schedule, a quarter",
    tool: "get_schedule",
    arguments: { startDate: "2026-01-01", endDate: "2026-03-31" },
    markdown: { chars: 6165, tokens: 2612 },
  },
  {
    name: "worklogs, none",
    tool: "get_worklogs",
    arguments: { startDate: "2026-08-01", endDate: "2026-08-31" },
    markdown: { chars: 64, tokens: 25 },
  },
  {
    name: "worklogs, 1",
    tool: "get_worklogs",
    arguments: { startDate: "2026-05-04" },
    markdown: { chars: 206, tokens: 92 },
  },
  {
    name: "worklogs, 20 on one issue",
    tool: "get_worklogs",
    arguments: { startDate: "2026-03-01", endDate: "2026-03-31" },
    markdown: { chars: 2877, tokens: 1116 },
  },
  {
    name: "worklogs, 60 on ten issues",
    tool: "get_worklogs",
    arguments: { startDate: "2026-04-01", endDate: "2026-04-30" },
    markdown: { chars: 7427, tokens: 3227 },
  },
  {
    name: "post",
    tool: "post_worklog",
    arguments: { issueKey: "PROJ-101", hours: 8, startDate: "2026-07-01", description: "Feature work" },
    markdown: { chars: 294, tokens: 102 },
  },
  {
    name: "bulk of 5 on two issues",
    tool: "bulk_post_worklogs",
    arguments: {
      worklogs: datesOf({ startDate: "2026-06-01", endDate: "2026-06-05" }).map((date, index) =>
        entry(issueAt(index % 2), date),
      ),
    },
    markdown: { chars: 1015, tokens: 388 },
  },
  {
    name: "bulk of 22 on one issue",
    tool: "bulk_post_worklogs",
    arguments: {
      worklogs: workingDays("2026-09-01", 22).map((date) => entry(issueAt(0), date)),
    },
    markdown: { chars: 3091, tokens: 1240 },
  },
  {
    name: "bulk of 100 on ten issues",
    tool: "bulk_post_worklogs",
    arguments: {
      worklogs: Array.from({ length: 100 }, (_, index) =>
        entry(issueAt(index), workingDays("2026-10-01", 28)[index % 28] ?? "", `Feature work ${index}`, 2),
      ),
    },
    markdown: { chars: 9647, tokens: 4080 },
  },
  {
    name: "delete",
    tool: "delete_worklog",
    arguments: deletion,
    markdown: { chars: 300, tokens: 80 },
  },
];
