import { describe, expect, test } from "vitest";
import type { SandboxBehaviour, SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import type { EvidenceAccess } from "../../src/timesheet/draft/draft.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import type { ToolResult } from "../helpers/clients.ts";
import { WEEK_SOURCES } from "../helpers/drafted-week.ts";
import { evidenceOf } from "../helpers/evidence.ts";
import { numbered } from "../helpers/numbered.ts";
import { ACTIVITY, COLLEAGUE, ME, worklog } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";
import { user } from "../helpers/teams.ts";

/** The same upstream state and the same calls, on both deployments. */
interface Case {
  seed?: Partial<SandboxSeed>;
  behaviour?: Partial<SandboxBehaviour>;
  upstream?: (fetch: Fetch) => Fetch;
  workAttributes?: Record<string, string>;
  evidence?: EvidenceAccess;
  /** `$confirm` stands for the digest of the last plan. */
  calls: [tool: string, args: Record<string, unknown>][];
}

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-11" };
const POST = {
  issueKey: "PROJ-123",
  hours: 7.5,
  startDate: "2026-01-05",
  description: "Working on login flow",
};
const row = (date: string, issueKey = "PROJ-123", hours = 8) => ({ issueKey, hours, date });

const ROWS = [{ issueKey: "PROJ-7", hours: 1, weekdays: ["Monday", "Tuesday"] }, { issueKey: "PROJ-123" }];

const HOLIDAYS = [
  { date: "2026-01-06", name: "Epiphany", durationSeconds: 8 * 3600 },
  { date: "2026-01-08", name: "Company afternoon", durationSeconds: 4 * 3600 },
];

const MANY = Array.from({ length: 120 }, (_, index) =>
  worklog({
    startDate: `2026-01-${String(5 + (index % 7)).padStart(2, "0")}`,
    issueId: [10123, 10007, 10004, 10050, 10099][index % 5] ?? 10123,
    timeSpentSeconds: 1200 + index,
    startTime: `${String(8 + (index % 9)).padStart(2, "0")}:30:00`,
    description: index % 3 === 0 ? "" : `Entry ${index}`,
  }),
);

const CASES: Record<string, Case> = {
  "nothing logged": { calls: [["get_worklogs", WEEK]] },
  "one worklog": {
    seed: { worklogs: [worklog({ startDate: "2026-01-05", description: "  kept exactly \n" })] },
    calls: [["get_worklogs", WEEK]],
  },
  "many worklogs, other users' among them, on visible, moved and hidden issues": {
    seed: { worklogs: [...MANY, ...MANY.map((it) => ({ ...it, accountId: COLLEAGUE.accountId }))] },
    calls: [
      ["get_worklogs", WEEK],
      ["get_worklogs", { startDate: "2026-01-07" }],
    ],
  },
  "filtered by an issue, in another case and by an old key": {
    seed: { worklogs: MANY },
    calls: [
      ["get_worklogs", { ...WEEK, issueKey: "PROJ-7" }],
      ["get_worklogs", { ...WEEK, issueKey: "proj-7" }],
      ["get_worklogs", { ...WEEK, issueKey: "OLD-5" }],
    ],
  },
  "a schedule with a holiday and a half-day holiday": {
    seed: { holidays: HOLIDAYS },
    calls: [
      ["get_schedule", WEEK],
      ["get_schedule", { startDate: "2026-01-10" }],
    ],
  },
  "days that Tempo returns unsorted": {
    seed: { holidays: HOLIDAYS },
    upstream: editDays((days) => days.toReversed()),
    calls: [["get_schedule", WEEK]],
  },
  "a day that Tempo leaves out": {
    upstream: editDays((days) => days.slice(1)),
    calls: [["get_schedule", WEEK]],
  },
  "one post": { calls: [["post_worklog", POST]] },
  "a post without description, on a moved issue, of an odd time": {
    calls: [["post_worklog", { issueKey: "old-5", hours: 1 / 3, startDate: "2026-01-05" }]],
  },
  "a post over a range with holidays and a weekend": {
    seed: { holidays: HOLIDAYS },
    calls: [
      ["post_worklog", { ...POST, ...WEEK }],
      ["get_worklogs", WEEK],
    ],
  },
  "a range without a working day": {
    calls: [["post_worklog", { ...POST, startDate: "2026-01-10", endDate: "2026-01-11" }]],
  },
  "billable false, one and many": {
    calls: [
      ["post_worklog", { ...POST, billable: false }],
      ["bulk_post_worklogs", { worklogs: [row("2026-01-05"), row("2026-01-06")], billable: false }],
      ["get_worklogs", WEEK],
    ],
  },
  "a mixed batch": {
    calls: [
      [
        "bulk_post_worklogs",
        {
          worklogs: [
            row("2026-01-05"),
            row("2026-01-05", "proj-7", 0.5),
            row("2026-01-06", "NOPE-1"),
            { ...row("2026-01-06"), description: "described" },
            row("2026-02-30"),
            row("2026-01-07", "PROJ-4", 25),
            row("2026-01-07", "SECRET-9"),
          ],
        },
      ],
      ["get_worklogs", WEEK],
    ],
  },
  "a batch of which Tempo rejects some": {
    behaviour: {
      reject: ({ startDate }) =>
        startDate === "2026-01-06" ? ["The period is closed", "Ask your lead"] : [],
    },
    calls: [["bulk_post_worklogs", { worklogs: [row("2026-01-05"), row("2026-01-06"), row("2026-01-07")] }]],
  },
  "a batch that fails as a whole": {
    behaviour: { reject: () => ["The period is closed"] },
    calls: [
      ["bulk_post_worklogs", { worklogs: [row("2026-01-05"), row("2026-01-06", "NOPE-1")] }],
      ["bulk_post_worklogs", { worklogs: [row("2026-02-30")] }],
    ],
  },
  "a range that Tempo rejects in part": {
    behaviour: { reject: ({ startDate }) => (startDate > "2026-01-06" ? ["The period is closed"] : []) },
    calls: [["post_worklog", { ...POST, ...WEEK }]],
  },
  "a required work attribute that is not set": {
    seed: { workAttributes: [ACTIVITY] },
    calls: [
      ["post_worklog", POST],
      ["bulk_post_worklogs", { worklogs: [row("2026-01-05"), row("2026-01-06")] }],
    ],
  },
  "work attributes that are set, one by its name": {
    seed: { workAttributes: [ACTIVITY] },
    workAttributes: { _Activity_: "Operations" },
    calls: [["bulk_post_worklogs", { worklogs: [row("2026-01-05"), row("2026-01-06")] }]],
  },
  "a work attribute that the instance does not have": {
    seed: { workAttributes: [ACTIVITY] },
    workAttributes: { _Nope_: "x" },
    calls: [["post_worklog", POST]],
  },
  "the same batch twice, and a post of one of its rows": {
    calls: [
      [
        "bulk_post_worklogs",
        { worklogs: [row("2026-01-05"), row("2026-01-05"), row("2026-01-06", "PROJ-7")] },
      ],
      [
        "bulk_post_worklogs",
        { worklogs: [row("2026-01-05"), row("2026-01-05"), row("2026-01-06", "PROJ-7")] },
      ],
      ["post_worklog", { issueKey: "proj-7", hours: 8, startDate: "2026-01-06" }],
    ],
  },
  "days that are overbooked: a day off, a half-day holiday, and days on which hours existed, old ones of other issues too":
    {
      seed: { holidays: HOLIDAYS, worklogs: MANY },
      calls: [
        ["post_worklog", { ...POST, ...WEEK }],
        [
          "bulk_post_worklogs",
          { worklogs: [row("2026-01-10", "PROJ-7", 1), row("2026-01-13"), row("2026-01-12", "PROJ-4", 8.5)] },
        ],
        ["bulk_post_worklogs", { worklogs: [row("2026-01-13"), row("2026-01-10", "PROJ-7", 1)] }],
        ["get_worklogs", WEEK],
      ],
    },
  "more than 24 hours on a date, in a post, a range and a batch": {
    seed: { worklogs: [worklog({ startDate: "2026-01-06", timeSpentSeconds: 20 * 3600 })] },
    calls: [
      ["post_worklog", { ...POST, startDate: "2026-01-06" }],
      ["post_worklog", { ...POST, ...WEEK }],
      [
        "bulk_post_worklogs",
        { worklogs: [row("2026-01-06", "PROJ-7", 4), row("2026-01-06"), row("2026-01-07", "PROJ-7", 17)] },
      ],
    ],
  },
  "time that is not or partly billable, by another issue's filter too": {
    seed: {
      worklogs: [
        worklog({ startDate: "2026-01-05", billableSeconds: 0 }),
        worklog({ startDate: "2026-01-06", billableSeconds: 5000, issueId: 10007 }),
        worklog({ startDate: "2026-01-07" }),
      ],
    },
    calls: [
      ["get_worklogs", WEEK],
      ["get_worklogs", { ...WEEK, issueKey: "PROJ-7" }],
    ],
  },
  "a schedule that cannot be read": {
    upstream: (fetch) => (request) =>
      /schedule/.test(request.url) ? Promise.resolve(Response.json({}, { status: 403 })) : fetch(request),
    calls: [
      ["post_worklog", { ...POST, hours: 9 }],
      ["bulk_post_worklogs", { worklogs: [row("2026-01-06", "PROJ-7", 9)] }],
    ],
  },
  "a delete, repeated": {
    seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    calls: [
      ["delete_worklog", { worklogId: "1290000" }],
      ["delete_worklog", { worklogId: "1290000" }],
    ],
  },
  "a delete of a worklog that Tempo reports missing with errors by field": {
    behaviour: { notFoundBody: { errors: { message: "No such worklog" } } },
    calls: [["delete_worklog", { worklogId: "1290000" }]],
  },
  "a delete of a worklog that goes missing after it was read": {
    seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    upstream: (fetch) => async (request) =>
      request.method === "DELETE" ? Response.json({}, { status: 404 }) : fetch(request),
    calls: [["delete_worklog", { worklogId: "1290000" }]],
  },
  "a delete of another user's worklog": {
    seed: { worklogs: [worklog({ startDate: "2026-01-05", accountId: COLLEAGUE.accountId })] },
    calls: [["delete_worklog", { worklogId: "1290000" }]],
  },
  "an unknown issue": {
    calls: [
      ["post_worklog", { ...POST, issueKey: "NOPE-1" }],
      ["get_worklogs", { ...WEEK, issueKey: "SECRET-9" }],
    ],
  },
  "bad input": {
    calls: [
      ["get_schedule", { startDate: "2026-02-30" }],
      ["post_worklog", { ...POST, hours: 0 }],
      ["delete_worklog", { worklogId: "../1" }],
    ],
  },
  "a gateway's timeout after a post": {
    upstream: (fetch) => (request) =>
      request.method === "POST" && /\/4\/worklogs$/.test(request.url)
        ? Promise.resolve(new Response("<html>", { status: 504 }))
        : fetch(request),
    calls: [["post_worklog", POST]],
  },
};

const FILL = { startDate: "2026-01-12", endDate: "2026-01-18" };

const FIND_CASES: Record<string, Case> = {
  "issues by words, by key, recent and assigned ones, and work attributes": {
    seed: {
      issues: [
        { id: 10123, key: "PROJ-123", summary: "Implement user authentication", isAssigned: true },
        { id: 10007, key: "PROJ-7", summary: "Code review", closed: true },
        { id: 10004, key: "PROJ-4", summary: "User research" },
      ],
      worklogs: [worklog({ startDate: "2026-01-12", issueId: 10007 })],
      workAttributes: [ACTIVITY, { id: 8, key: "_Ticket_", name: "Ticket", required: false }],
    },
    calls: [
      ["search_issues", {}],
      ["search_issues", { words: "user", limit: 1 }],
      ["search_issues", { words: "proj-7" }],
      ["search_issues", { words: "user", projectKey: "NOPE" }],
      ["get_work_attributes", {}],
    ],
  },
};

const DECEMBER = { startDate: "2025-12-01", reviewer: "Bo" };

const APPROVAL_CASES: Record<string, Case> = {
  "timesheets, of which one is approved": {
    seed: {
      worklogs: MANY,
      holidays: HOLIDAYS,
      approvals: {
        "2025-12-01": {
          status: "approved",
          comment: "Thank you.",
          reviewer: COLLEAGUE.accountId,
          updatedOn: "2026-01-02",
        },
      },
    },
    calls: [
      ["get_timesheets", {}],
      ["get_timesheets", { startDate: "2025-11-20", endDate: "2026-01-02" }],
      ["submit_timesheet", DECEMBER],
      ["post_worklog", { ...POST, startDate: "2025-12-02" }],
    ],
  },
  "a submission that is refused, planned, confirmed with another digest, confirmed, and repeated": {
    seed: { worklogs: MANY },
    calls: [
      ["submit_timesheet", DECEMBER],
      ["submit_timesheet", { ...DECEMBER, startDate: "2025-12-02" }],
      ["submit_timesheet", { ...DECEMBER, evenIfMissing: true, comment: "Complete." }],
      ["submit_timesheet", { ...DECEMBER, evenIfMissing: true, comment: "Complete.", confirm: "00000000" }],
      ["submit_timesheet", { ...DECEMBER, evenIfMissing: true, comment: "Complete.", confirm: "$confirm" }],
      ["submit_timesheet", { ...DECEMBER, evenIfMissing: true, comment: "Complete.", confirm: "$confirm" }],
      ["post_worklog", { ...POST, startDate: "2025-12-02" }],
      ["get_timesheets", {}],
    ],
  },
  "a recall of a submitted period, repeated, and of one that is approved": {
    seed: {
      worklogs: MANY,
      approvals: {
        "2025-11-01": { status: "approved", reviewer: COLLEAGUE.accountId, updatedOn: "2025-12-02" },
        "2025-12-01": { status: "in_review", reviewer: COLLEAGUE.accountId, updatedOn: "2026-01-02" },
      },
    },
    calls: [
      ["recall_timesheet", { startDate: "2025-12-01", comment: "Two hours are missing." }],
      ["recall_timesheet", { startDate: "2025-12-01" }],
      ["recall_timesheet", { startDate: "2025-11-01" }],
      ["recall_timesheet", { startDate: "2025-11-02" }],
      ["get_timesheets", {}],
    ],
  },
  "weeks, and an unknown period": {
    seed: { approvalPeriod: "WEEK" },
    calls: [
      ["get_timesheets", {}],
      ["submit_timesheet", { startDate: "2026-01-05", reviewer: "Bo", evenIfMissing: true }],
    ],
  },
};

const ACCOUNTS = [
  { id: 31, key: "ACME-DEV", name: "Acme development", projects: ["PROJ"] },
  { id: 30, key: "ACME-OPS", name: "Acme operations", projects: ["PROJ"] },
  { id: 29, key: "ACME-OLD", name: "Acme 2024", projects: ["PROJ"], status: "CLOSED" as const },
  { id: 28, key: "INTERNAL", name: "Internal work", global: true },
];
const ACCOUNT = { id: 9, key: "_Account_", name: "Account", required: true, type: "ACCOUNT" as const };

const ACCOUNT_CASES: Record<string, Case> = {
  "the accounts open to an issue, and posts to the account of the issue": {
    seed: {
      workAttributes: [ACTIVITY, ACCOUNT],
      accounts: ACCOUNTS.map((it) => (it.key === "ACME-OPS" ? { ...it, defaultOf: ["PROJ"] } : it)),
    },
    workAttributes: { _Activity_: "dev", _Account_: "@issue" },
    calls: [
      ["get_work_attributes", {}],
      ["get_work_attributes", { issueKey: "proj-7" }],
      ["get_work_attributes", { issueKey: "OLD-5" }],
      ["get_work_attributes", { issueKey: "SECRET-9" }],
      ["post_worklog", POST],
      ["bulk_post_worklogs", { worklogs: [row("2026-01-06"), row("2026-01-06", "NEW-50", 1)] }],
    ],
  },
  "posts to the account of the issue, of which there are several, and none": {
    seed: { workAttributes: [ACCOUNT], accounts: ACCOUNTS.filter(({ global }) => !global) },
    workAttributes: { _Account_: "@issue" },
    calls: [
      ["get_work_attributes", { issueKey: "PROJ-7" }],
      ["post_worklog", POST],
      ["bulk_post_worklogs", { worklogs: [row("2026-01-06"), row("2026-01-06", "NEW-50", 1)] }],
    ],
  },
  "a required account that is not set": {
    seed: { workAttributes: [ACTIVITY, ACCOUNT], accounts: ACCOUNTS },
    calls: [
      ["post_worklog", POST],
      ["bulk_post_worklogs", { worklogs: [row("2026-01-06"), row("2026-01-06", "NEW-50", 1)] }],
    ],
  },
  "accounts of entries, by key, by name, closed, and unknown": {
    seed: {
      workAttributes: [ACTIVITY, ACCOUNT],
      accounts: ACCOUNTS,
      worklogs: [
        worklog({
          startDate: "2026-01-05",
          timeSpentSeconds: 3600,
          attributes: { _Account_: "ACME-DEV", _Activity_: "dev" },
        }),
      ],
    },
    workAttributes: { _Activity_: "dev" },
    calls: [
      ...["ACME-OPS", "ACME-OLD", "@issue"].flatMap((account): Case["calls"] => {
        const rows = [{ issueKey: "PROJ-7", attributes: { _Account_: account } }];
        return [
          ["fill_days", { ...FILL, rows }],
          ["fill_days", { ...FILL, rows, confirm: "$confirm" }],
        ];
      }),
      ["update_worklog", { worklogId: "1290000", attributes: { _Account_: "Acme operations" } }],
      ["update_worklog", { worklogId: "1290000", attributes: { _Acount_: "" } }],
    ],
  },
  "the account of the issue as an attribute that is no account": {
    seed: { workAttributes: [ACTIVITY], accounts: ACCOUNTS },
    workAttributes: { _Activity_: "@issue" },
    calls: [["post_worklog", POST]],
  },
};

const QUARTER = { startDate: "2025-12-01", endDate: "2026-02-28" };
const TOTALS = ["issue", "project", "account", "day", "week", "month"];

const TEAM_PEOPLE = [
  user("b", "Bo"),
  user("c", "Cy"),
  user("d", "Dee", { inactive: true }),
  user("e", "Eve", { workingDaySeconds: 0 }),
  user("f", "Fay"),
];

const TOTALS_CASES: Record<string, Case> = {
  "totals by everything and within everything, filtered, of worklogs with and without accounts": {
    seed: {
      workAttributes: [ACTIVITY, ACCOUNT],
      accounts: ACCOUNTS,
      holidays: HOLIDAYS,
      worklogs: MANY.map((it, index) => ({
        ...it,
        ...(index % 3 === 0 && { billableSeconds: Math.floor(it.timeSpentSeconds / 2) }),
        attributes: {
          _Activity_: "dev",
          ...(index % 4 > 0 && { _Account_: ACCOUNTS[index % 4]?.key ?? "" }),
        },
      })),
    },
    calls: [
      ...TOTALS.map((groupBy): Case["calls"][number] => ["get_totals", { ...QUARTER, groupBy }]),
      ...TOTALS.slice(1).map((then): Case["calls"][number] => [
        "get_totals",
        { ...QUARTER, groupBy: "issue", then, limit: 4 },
      ]),
      ["get_totals", { ...QUARTER, issueKey: "OLD-5", billable: true }],
      ["get_totals", { ...QUARTER, projectKey: "proj", billable: false }],
      ["get_totals", { ...QUARTER, issueKey: "NOPE-1" }],
      ["get_totals", { ...QUARTER, groupBy: "day", then: "day" }],
    ],
  },
};

const TEAM_CASES: Record<string, Case> = {
  "a team whose members joined, left, have no schedule or are inactive, and one that the user may not see": {
    seed: {
      colleagues: TEAM_PEOPLE,
      worklogs: MANY.map((it, index) => ({
        ...it,
        accountId: TEAM_PEOPLE[index % 5]?.accountId ?? it.accountId,
      })),
      holidays: HOLIDAYS,
      teams: [
        {
          id: 7,
          name: "Delivery",
          members: [
            { accountId: ME.accountId },
            ...TEAM_PEOPLE.map(({ accountId }, index) => ({
              accountId,
              ...(index === 1 && { from: "2026-01-07" }),
              ...(index === 2 && { to: "2026-01-13" }),
              ...(index === 4 && { withoutTimesheet: true }),
            })),
          ],
        },
        { id: 8, name: "Board", hidden: "timesheets", members: [] },
      ],
    },
    calls: [
      ["get_team_timesheets", {}],
      ["get_team_timesheets", { team: "Delivery" }],
      ["get_team_timesheets", { team: "7", startDate: "2025-12-24", days: true }],
      ["get_team_timesheets", { team: "delivery", days: true }],
      ["get_team_timesheets", { team: "Nobody" }],
      ["get_team_timesheets", { team: "Delivery", endDate: "2026-02-20", startDate: "2026-01-02" }],
      ...["person", ...TOTALS.slice(1)].map((groupBy): Case["calls"][number] => [
        "get_team_totals",
        { team: "Delivery", ...QUARTER, groupBy },
      ]),
      ...TOTALS.slice(1).map((then): Case["calls"][number] => [
        "get_team_totals",
        { team: "Delivery", ...QUARTER, groupBy: "person", then, limit: 4 },
      ]),
      [
        "get_team_totals",
        { team: "Delivery", ...QUARTER, projectKey: "proj", billable: true, then: "person" },
      ],
      ["get_team_totals", { team: "Delivery", startDate: "2025-12-24" }],
      ["get_team_totals", { team: "Delivery", startDate: "2026-01-13", endDate: "2026-05-13" }],
    ],
  },
};

const FILL_CASES: Record<string, Case> = {
  "missing days, with a holiday, a half day, too many hours and hours on a day off": {
    seed: { worklogs: MANY, holidays: HOLIDAYS },
    calls: [
      ["find_missing_days", WEEK],
      ["find_missing_days", { startDate: "2026-01-01", endDate: "2026-01-31" }],
    ],
  },
  "rows planned, confirmed with another digest, and confirmed": {
    seed: { holidays: [{ date: "2026-01-13", name: "Half", durationSeconds: 4 * 3600 }] },
    calls: [
      ["fill_days", { ...FILL, rows: ROWS }],
      ["fill_days", { ...FILL, rows: ROWS, confirm: "00000000" }],
      ["fill_days", { ...FILL, rows: ROWS, confirm: "$confirm" }],
      ["fill_days", { ...FILL, rows: ROWS, confirm: "$confirm" }],
      ["find_missing_days", FILL],
    ],
  },
  "a week copied, with an issue that is closed and one that is not visible": {
    seed: {
      issues: [
        { id: 10123, key: "PROJ-123", summary: "Implement user authentication", closed: true },
        { id: 10007, key: "PROJ-7", summary: "Code review" },
        { id: 10099, key: "SECRET-9", summary: "Not for everybody", hidden: true },
      ],
      worklogs: [
        worklog({ startDate: "2026-01-05", timeSpentSeconds: 3600 }),
        worklog({ startDate: "2026-01-05", timeSpentSeconds: 9 * 3600, issueId: 10007, billableSeconds: 0 }),
        worklog({ startDate: "2026-01-06", timeSpentSeconds: 3600, issueId: 10099 }),
      ],
    },
    calls: [
      ["fill_days", { ...FILL, copyFrom: WEEK }],
      ["fill_days", { ...FILL, copyFrom: WEEK, confirm: "$confirm" }],
    ],
  },
  "a plan of which Tempo rejects a part, and one of which it rejects all": {
    behaviour: { reject: ({ startDate }) => (startDate === "2026-01-14" ? ["Period is closed"] : []) },
    calls: [
      ["fill_days", { ...FILL, rows: ROWS }],
      ["fill_days", { ...FILL, rows: ROWS, confirm: "$confirm" }],
      ["fill_days", { startDate: "2026-01-14", rows: ROWS }],
      ["fill_days", { startDate: "2026-01-14", rows: ROWS, confirm: "$confirm" }],
    ],
  },
  "an issue that does not exist": {
    calls: [["fill_days", { ...FILL, rows: [{ issueKey: "NOPE-1" }] }]],
  },
};

const DRAFT = { startDate: "2026-01-05", endDate: "2026-01-09" };
const ASSIGNED = { ...DRAFT, assign: [{ ref: "c3", issueKey: "NEW-50" }], leaveOut: ["j2"] };

const DRAFT_CASES: Record<string, Case> = {
  "a week drafted, confirmed with another digest, and confirmed": {
    evidence: evidenceOf(WEEK_SOURCES),
    seed: { holidays: HOLIDAYS, worklogs: [worklog({ startDate: "2026-01-07", timeSpentSeconds: 3600 })] },
    calls: [
      ["draft_timesheet", DRAFT],
      ["draft_timesheet", ASSIGNED],
      ["post_draft", { ...ASSIGNED, confirm: "00000000" }],
      ["post_draft", { ...ASSIGNED, confirm: "$confirm" }],
      ["post_draft", { ...ASSIGNED, confirm: "$confirm" }],
      ["get_worklogs", DRAFT],
    ],
  },
  "a draft of which Tempo rejects a part": {
    evidence: evidenceOf(WEEK_SOURCES),
    behaviour: { reject: ({ issueId }) => (issueId === 10007 ? ["Closed"] : []) },
    calls: [
      ["draft_timesheet", DRAFT],
      ["post_draft", { ...DRAFT, confirm: "$confirm" }],
    ],
  },
  "drafts of an issue, of evidence and of dates that do not exist": {
    evidence: evidenceOf(WEEK_SOURCES),
    calls: [
      ["draft_timesheet", { ...DRAFT, assign: [{ ref: "c3", issueKey: "NOPE-1" }] }],
      ["draft_timesheet", { ...DRAFT, leaveOut: ["g99"] }],
      ["draft_timesheet", { startDate: "2026-02-02" }],
    ],
  },
};

const ID = "1290000";
const EDIT_SEED = {
  workAttributes: [ACTIVITY],
  worklogs: [
    worklog({
      startDate: "2026-01-05",
      timeSpentSeconds: 7.5 * 3600,
      startTime: "14:00:00",
      description: "Login",
      attributes: { _Activity_: "dev" },
    }),
    worklog({ startDate: "2026-01-06", accountId: COLLEAGUE.accountId }),
    worklog({
      startDate: "2026-01-06",
      issueId: 10099,
      timeSpentSeconds: 20 * 3600,
      attributes: { _Activity_: "ops" },
    }),
  ],
};

const EDIT_CASES: Record<string, Case> = {
  "changes of every field, and none": {
    seed: EDIT_SEED,
    calls: [
      ["update_worklog", { worklogId: ID, hours: 6 }],
      ["update_worklog", { worklogId: ID, date: "2026-01-07", startTime: "09:30", billable: false }],
      ["update_worklog", { worklogId: ID, description: "Review", hours: 0.33 }],
      ["update_worklog", { worklogId: ID, description: "Review", hours: 0.33 }],
      ["update_worklog", { worklogId: ID, description: "" }],
      ["update_worklog", { worklogId: "1290002", hours: 19 }],
      ["get_worklogs", WEEK],
    ],
  },
  "changes that cannot be made": {
    seed: EDIT_SEED,
    calls: [
      ["update_worklog", { worklogId: "77", hours: 6 }],
      ["update_worklog", { worklogId: "1290001", hours: 6 }],
      ["update_worklog", { worklogId: ID, date: "2026-01-06" }],
      ["update_worklog", { worklogId: ID }],
      ["update_worklog", { worklogId: ID, issueKey: "NOPE-1" }],
      ["update_worklog", { worklogId: ID, date: "2036-01-06" }],
    ],
  },
  "changes that Tempo rejects": {
    seed: EDIT_SEED,
    behaviour: { reject: () => ["The period is closed"] },
    calls: [["update_worklog", { worklogId: ID, hours: 6 }]],
  },
  "changes that Tempo stores otherwise, or that lose a hidden work attribute": {
    seed: { ...EDIT_SEED, workAttributes: [{ ...ACTIVITY, required: false, default: "ops" }] },
    behaviour: {
      hiddenAttribute: "_Activity_",
      change: (it) => ({ ...it, timeSpentSeconds: Math.ceil(it.timeSpentSeconds / 900) * 900 }),
    },
    calls: [["update_worklog", { worklogId: ID, hours: 6.1 }]],
  },
  "worklogs deleted together, some of which cannot be, confirmed with another digest, confirmed, and confirmed again":
    {
      seed: EDIT_SEED,
      calls: [
        ["delete_worklogs", { worklogIds: [ID, "1290001", "77", "1290002", ID] }],
        ["delete_worklogs", { worklogIds: [ID, "1290001", "77", "1290002", ID], confirm: "00000000" }],
        ["delete_worklogs", { worklogIds: [ID, "1290001", "77", "1290002", ID], confirm: "$confirm" }],
        ["delete_worklogs", { worklogIds: [ID, "1290001", "77", "1290002", ID], confirm: "$confirm" }],
        ["get_worklogs", WEEK],
      ],
    },
};

describe("Cloud and Data Center give the same replies:", () => {
  test.each(
    Object.entries({
      ...CASES,
      ...FILL_CASES,
      ...DRAFT_CASES,
      ...EDIT_CASES,
      ...APPROVAL_CASES,
      ...FIND_CASES,
      ...ACCOUNT_CASES,
      ...TOTALS_CASES,
      ...TEAM_CASES,
    }),
  )("%s", async (_, { calls, ...options }) => {
    const cloud = await resultsOf("cloud", options, calls);
    const dataCenter = await resultsOf("datacenter", options, calls);
    expect(numbered(dataCenter)).toEqual(numbered(cloud));
    expect(cloud.length).toBe(calls.length);
    expect(JSON.stringify(cloud)).not.toMatch(
      /internal|contract_violation|unexpected_response.*"structuredContent"/,
    );
  });
});

/** The results of the calls on a deployment, as programs and users see them. */
async function resultsOf(
  deployment: Deployment["kind"],
  options: Omit<Case, "calls"> & { credentials?: Record<string, string> },
  calls: Case["calls"],
) {
  const { call } = await openSession({ deployment, toolSets: TOOL_SETS, ...options });
  const results: ToolResult[] = [];
  let confirm: unknown;
  for (const [tool, args] of calls) {
    const result = await call(tool, args.confirm === "$confirm" ? { ...args, confirm } : args);
    confirm = (result.structuredContent as { confirm?: string } | undefined)?.confirm ?? confirm;
    results.push(result);
  }
  return results.map(({ isError, content, structuredContent, _meta }) => ({
    isError: isError ?? false,
    blocks: content.length,
    // The text of a reply is its structured content.
    answer: structuredContent ?? content[0]?.text,
    error: _meta?.["tempofiller/error"],
  }));
}

/** Changes the days of every schedule in the responses of either deployment. */
function editDays(edit: (days: unknown[]) => unknown[]): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (request.url.includes("/4/user-schedule/")) {
      const body = (await response.json()) as { results: unknown[] };
      return Response.json({ ...body, results: edit(body.results) });
    }
    if (!request.url.includes("/user/schedule/search")) return response;
    const [own] = (await response.json()) as { schedule: { days: unknown[] } }[];
    return Response.json([{ ...own, schedule: { ...own?.schedule, days: edit(own?.schedule.days ?? []) } }]);
  };
}
