import { describe, expect, test } from "vitest";
import type { SandboxBehaviour, SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import type { ToolResult } from "../helpers/clients.ts";
import { numbered } from "../helpers/numbered.ts";
import { reportsMissingAs } from "../helpers/other-tempos.ts";
import { ACTIVITY, COLLEAGUE, worklog } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";

/** The same upstream state and the same calls, on both deployments. */
interface Case {
  seed?: Partial<SandboxSeed>;
  behaviour?: Partial<SandboxBehaviour>;
  upstream?: (fetch: Fetch) => Fetch;
  workAttributes?: Record<string, string>;
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

const DETAILED = {
  worklogs: [
    { ...row("2026-01-05", "PROJ-123", 2), startTime: "9:00", attributes: { _Activity_: "dev" } },
    { ...row("2026-01-05", "PROJ-123", 2), attributes: { "Activity type": "Operations" }, billable: false },
    { ...row("2026-01-06"), attributes: { _Activity_: "none" } },
  ],
};

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

const FILL = { startDate: "2026-01-12", endDate: "2026-01-18" };

const CASES: Record<string, Case> = {
  "days that Tempo returns unsorted": {
    seed: { holidays: HOLIDAYS },
    upstream: editDays((days) => days.toReversed()),
    calls: [["get_schedule", WEEK]],
  },
  "a day that Tempo leaves out": {
    upstream: editDays((days) => days.slice(1)),
    calls: [["get_schedule", WEEK]],
  },
  "a post without description, on a moved issue, of an odd time": {
    calls: [["post_worklog", { issueKey: "old-5", hours: 1 / 3, startDate: "2026-01-05" }]],
  },
  "a range without a working day": {
    calls: [["post_worklog", { ...POST, startDate: "2026-01-10", endDate: "2026-01-11" }]],
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
  "entries with details, one of them with an unknown value, posted twice": {
    seed: { workAttributes: [{ ...ACTIVITY, required: false }] },
    calls: [
      ["bulk_post_worklogs", DETAILED],
      ["bulk_post_worklogs", DETAILED],
      ["post_worklog", { ...POST, ...WEEK, startTime: "08:15", attributes: { "activity type": "OPS" } }],
      ["get_worklogs", WEEK],
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
  "a delete, repeated": {
    seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    calls: [
      ["delete_worklog", { worklogId: "1290000" }],
      ["delete_worklog", { worklogId: "1290000" }],
    ],
  },
  "a delete of a worklog that Tempo reports missing with errors by field": {
    upstream: reportsMissingAs({ errors: { message: "No such worklog" } }),
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
  "changes that cannot be made": {
    seed: {
      worklogs: [
        worklog({ startDate: "2026-01-05" }),
        worklog({ startDate: "2026-01-06", accountId: COLLEAGUE.accountId }),
        worklog({ startDate: "2026-01-07", timeSpentSeconds: 20 * 3600 }),
      ],
    },
    calls: [
      ["update_worklog", { worklogId: "77", hours: 6 }],
      ["update_worklog", { worklogId: "1290001", hours: 6 }],
      ["update_worklog", { worklogId: "1290000", date: "2026-01-07" }],
      ["update_worklog", { worklogId: "1290000", issueKey: "NOPE-1" }],
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

describe("Cloud and Data Center give the same replies:", () => {
  test.each(Object.entries(CASES))("%s", async (_, { calls, ...options }) => {
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
