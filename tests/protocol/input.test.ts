import { describe, expect, test } from "vitest";
import { POST } from "../helpers/inputs.ts";
import { openSession, type Replies, replyOf } from "../helpers/session.ts";

const ROW = { issueKey: "PROJ-123", hours: 8, date: "2026-01-05" };
const DATE_RULE = "must be a real calendar date, written YYYY-MM-DD; today is 2026-01-15 on this machine";
const LOGGED_DATE_RULE =
  "must be from 2000-01-01 to 2028-01-15, which is 2 years from today; today is 2026-01-15 on this machine";
const KEY_RULE = "must be a Jira issue key such as PROJ-123";

type Case = [what: string, tool: string, args: Record<string, unknown>, problem: string];

// The rules' sentences are tested in tests/unit/input-rules.test.ts.
const REFUSED: Case[] = [
  [
    "hours on the first day of the calendar",
    "post_worklog",
    { ...POST, startDate: "0001-01-01" },
    `\`startDate\` ${LOGGED_DATE_RULE}`,
  ],
  [
    "hours on the last day before 2000",
    "post_worklog",
    { ...POST, startDate: "1999-12-31", endDate: "2000-01-03" },
    `\`startDate\` ${LOGGED_DATE_RULE}`,
  ],
  [
    "hours more than two years ahead",
    "post_worklog",
    { ...POST, startDate: "2028-01-14", endDate: "2028-01-16" },
    `\`endDate\` ${LOGGED_DATE_RULE}`,
  ],
  [
    "a row that is no object",
    "bulk_post_worklogs",
    { worklogs: [7] },
    "`worklogs[0]` must be an object, not 7",
  ],
  [
    "a row that cannot be echoed for want of hours",
    "bulk_post_worklogs",
    { worklogs: [ROW, { issueKey: "PROJ-1", date: "2026-01-05" }] },
    "`worklogs[1].hours` is required",
  ],
  [
    "several faults at once, each named",
    "post_worklog",
    { issueKey: "?", hours: 25, startDate: "2026-13-01" },
    `\`issueKey\` ${KEY_RULE}; \`startDate\` ${DATE_RULE}; \`hours\` must be at most 24, not 25`,
  ],
];

describe("bad input gets a text that names the field and the rule, and nothing is sent", () => {
  test.each(REFUSED)("%s (%s)", async (_, tool, args, problem) => {
    const { call, requests } = await openSession();
    const { isError, content, structuredContent, _meta } = await call(tool, args);
    expect({ isError, content, structuredContent }).toEqual({
      isError: true,
      structuredContent: undefined,
      content: [
        {
          type: "text",
          text: `Invalid input for ${tool}: ${problem}. Nothing was sent to Tempo; correct the arguments and call again.`,
        },
      ],
    });
    expect(_meta?.["tempofiller/error"]).toEqual({ code: "invalid_input", retryable: false });
    expect(requests).toEqual([]);
  });
});

describe("in a batch, a row that breaks a rule fails alone", () => {
  test.each([
    ["an impossible date", { date: "2026-02-30" }, `Not sent: \`date\` ${DATE_RULE}`],
    [
      "the date's name of another tool",
      { startDate: "2026-01-05" },
      "Not sent: unknown argument `startDate` (did you mean `date`?); expected one of `issueKey`, `hours`, `date`, `description`",
    ],
    ["a description that is no text", { description: 5 }, "Not sent: `description` must be a string, not 5"],
    [
      "two faults",
      { date: "soon", hours: 99 },
      `Not sent: \`date\` ${DATE_RULE}; \`hours\` must be at most 24, not 99`,
    ],
  ])("%s", async (_, fault, error) => {
    const { call, sandbox } = await openSession();
    const worklogs = [ROW, { ...ROW, ...fault }];
    const { results, summary } = replyOf(
      await call("bulk_post_worklogs", { worklogs }),
      "bulk_post_worklogs",
    );
    const { date, issueKey, hours } = { ...ROW, ...fault };
    expect(results).toEqual([
      { ...ROW, success: true, worklogId: "1290000" },
      { date, issueKey, hours, success: false, error },
    ]);
    expect(summary).toEqual({ total: 2, succeeded: 1, failed: 1, totalHours: 8 });
    expect(sandbox.state.worklogs.size).toBe(1);
  });
});

test("the issue of a row that breaks a rule is not looked up", async () => {
  const { reply, requests } = await openSession();
  await reply("bulk_post_worklogs", { worklogs: [ROW, { ...ROW, issueKey: "PROJ-7", hours: 25 }] });
  expect(requests.filter(({ operation }) => operation === "bulkFetchIssues")).toMatchObject([
    { body: { issueIdsOrKeys: ["PROJ-123"] } },
  ]);
});

describe("valid input is accepted", () => {
  test.each<[what: string, tool: keyof Replies, args: Record<string, unknown>]>([
    [
      "hours 0.1 and 24",
      "bulk_post_worklogs",
      {
        worklogs: [
          { ...ROW, hours: 0.1 },
          { ...ROW, hours: 24 },
        ],
      },
    ],
    ["500 entries", "bulk_post_worklogs", { worklogs: Array(500).fill({ ...ROW, hours: 0.1 }) }],
    ["1,100 days", "get_worklogs", { startDate: "2023-01-01", endDate: "2026-01-04" }],
    ["a key in lower case", "post_worklog", { ...POST, issueKey: "proj-123" }],
    ["an empty description", "post_worklog", { ...POST, description: "" }],
  ])("%s", async (_, tool, args) => {
    const { reply } = await openSession();
    await reply(tool, args);
  });
});

test("hours from 2000 to two years ahead are logged, and worklogs of any year can be read", async () => {
  const { reply, sandbox } = await openSession();
  const dates = ["2000-01-01", "2028-01-15"];
  for (const startDate of dates) await reply("post_worklog", { ...POST, startDate });
  expect([...sandbox.state.worklogs.values()].map(({ startDate }) => startDate)).toEqual(dates);
  for (const startDate of ["1999-12-31", "2035-01-01"]) {
    expect(await reply("get_worklogs", { startDate })).toMatchObject({ worklogs: [] });
  }
});

test("an entry of a batch on a date far off fails alone", async () => {
  const { reply } = await openSession();
  const { results } = await reply("bulk_post_worklogs", {
    worklogs: [ROW, { ...ROW, date: "9999-12-31" }, { ...ROW, date: "0001-01-01" }],
  });
  expect(results.map(({ success, error }) => ({ success, error }))).toEqual([
    { success: true, error: undefined },
    { success: false, error: `Not sent: \`date\` ${LOGGED_DATE_RULE}` },
    { success: false, error: `Not sent: \`date\` ${LOGGED_DATE_RULE}` },
  ]);
});
