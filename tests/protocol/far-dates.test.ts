import { describe, expect, test } from "vitest";
import { worklog } from "../helpers/seeds.ts";
import { openSession, type Session } from "../helpers/session.ts";

const TOOL_SETS = ["fill", "edit", "reports", "approvals", "draft"] as const;

/** The seeds' today is 2026-01-15. */
const FAR = { startDate: "2025-01-13", endDate: "2025-01-17" };
const FIVE = "The 5 dates from 2025-01-13 to 2025-01-17 are 363 to 367 days before today, 2026-01-15.";

const UNDO = "If that is not meant, delete what this call stored.";
const OTHERS = "If that is not meant, use other dates.";
const AGAIN = "If that is not meant, change the date again.";

const HOUR = { issueKey: "PROJ-123", hours: 1 };
const ROWS = [{ issueKey: "PROJ-7" }];

type Case = [what: string, tool: string, args: Record<string, unknown>, warnings: string[] | undefined];

const CASES: Case[] = [
  [
    "a day of the last year",
    "post_worklog",
    { ...HOUR, startDate: "2025-01-15" },
    [`2025-01-15 is 365 days before today, 2026-01-15. ${UNDO}`],
  ],
  ["a range of it", "post_worklog", { ...HOUR, ...FAR }, [`${FIVE} ${UNDO}`]],
  ["60 days back", "post_worklog", { ...HOUR, startDate: "2025-11-16" }, undefined],
  [
    "61 days back",
    "post_worklog",
    { ...HOUR, startDate: "2025-11-15" },
    [`2025-11-15 is 61 days before today, 2026-01-15. ${UNDO}`],
  ],
  ["31 days ahead", "post_worklog", { ...HOUR, startDate: "2026-02-15" }, undefined],
  [
    "32 days ahead",
    "post_worklog",
    { ...HOUR, startDate: "2026-02-16" },
    [`2026-02-16 is 32 days after today, 2026-01-15. ${UNDO}`],
  ],
  [
    "the far working days alone of a range that reaches today",
    "post_worklog",
    { ...HOUR, startDate: "2025-11-12", endDate: "2026-01-15" },
    [`The 3 dates from 2025-11-12 to 2025-11-14 are 62 to 64 days before today, 2026-01-15. ${UNDO}`],
  ],
  [
    "rows on both sides, in one sentence",
    "bulk_post_worklogs",
    {
      worklogs: ["2024-01-15", "2025-01-15", "2025-01-15", "2026-01-14", "2026-05-13"].map((date, index) => ({
        ...HOUR,
        ...{ date, description: String(index) },
      })),
    },
    [
      `2024-01-15 and 2025-01-15 are 365 to 731 days before, and 2026-05-13 is 118 days after today, 2026-01-15. ${UNDO}`,
    ],
  ],
  [
    "rows of which none is stored",
    "bulk_post_worklogs",
    { worklogs: [{ issueKey: "NONE-1", hours: 1, date: "2025-01-15" }] },
    [`2025-01-15 is 365 days before today, 2026-01-15. ${OTHERS}`],
  ],
  ["rows near today", "bulk_post_worklogs", { worklogs: [{ ...HOUR, date: "2026-01-15" }] }, undefined],
  ["a plan", "fill_days", { ...FAR, rows: ROWS }, [`${FIVE} ${OTHERS}`]],
  [
    "a plan with nothing to fill",
    "fill_days",
    { startDate: "2025-01-18", rows: ROWS },
    [`2025-01-18 is 362 days before today, 2026-01-15. ${OTHERS}`],
  ],
  ["a plan near today", "fill_days", { startDate: "2026-01-15", rows: ROWS }, undefined],
  ["a draft", "draft_timesheet", FAR, [`${FIVE} ${OTHERS}`]],
  [
    "a worklog that is moved",
    "update_worklog",
    { worklogId: "1290000", date: "2025-01-14" },
    [`2025-01-14 is 366 days before today, 2026-01-15. ${AGAIN}`],
  ],
  ["an old worklog that stays on its date", "update_worklog", { worklogId: "1290001", hours: 2 }, undefined],
  [
    "a timesheet that is submitted",
    "submit_timesheet",
    { startDate: "2025-01-01", evenIfMissing: true, reviewer: "Bo" },
    [`2025-01-31 is 349 days before today, 2026-01-15. ${OTHERS}`],
  ],
  ["a schedule of another year", "get_schedule", FAR, [`${FIVE} ${OTHERS}`]],
  ["worklogs of another year", "get_worklogs", FAR, [`${FIVE} ${OTHERS}`]],
  ["missing days of another year", "find_missing_days", FAR, [`${FIVE} ${OTHERS}`]],
  ["totals of another year", "get_totals", FAR, [`${FIVE} ${OTHERS}`]],
  ["totals of two years", "get_totals", { startDate: "2025-01-01", endDate: "2026-01-15" }, undefined],
  ["a day of last year within 60 days", "get_schedule", { startDate: "2025-12-01" }, undefined],
  ["a later month of this year", "get_worklogs", { startDate: "2026-06-01" }, undefined],
];

const open = (deployment: "cloud" | "datacenter") =>
  openSession({
    deployment,
    toolSets: [...TOOL_SETS],
    seed: {
      worklogs: [worklog({ startDate: "2026-01-14" }), worklog({ startDate: "2025-01-10" })],
    },
  });

const replyTo = async ({ call }: Session, tool: string, args: Record<string, unknown>) => {
  const { content } = await call(tool, args);
  return JSON.parse(content[0]?.text ?? "") as { warnings?: string[]; confirm?: string };
};

describe.each(["cloud", "datacenter"] as const)(
  "what a reply says of dates far from today on %s",
  (deployment) => {
    test.each(CASES)("%s (%s)", async (_, tool, args, warnings) => {
      expect((await replyTo(await open(deployment), tool, args)).warnings).toEqual(warnings);
    });

    test("only what a call itself has stored is to be deleted", async () => {
      const session = await open(deployment);
      const warned = async (...dates: string[]) => {
        const worklogs = dates.map((date) => ({ ...HOUR, date }));
        return (await replyTo(session, "bulk_post_worklogs", { worklogs })).warnings;
      };
      const posted = async (args: object) =>
        (await replyTo(session, "post_worklog", { ...HOUR, ...args })).warnings;
      const far = (date: string, days: number) => `${date} is ${days} days before today, 2026-01-15.`;
      expect(await posted({ startDate: "2025-01-15" })).toEqual([`${far("2025-01-15", 365)} ${UNDO}`]);
      expect(await posted({ startDate: "2025-01-15" })).toEqual([`${far("2025-01-15", 365)} ${OTHERS}`]);
      expect(await warned("2025-01-15")).toEqual([`${far("2025-01-15", 365)} ${OTHERS}`]);
      expect(await warned("2025-01-15", "2025-01-16")).toEqual([
        `${far("2025-01-16", 364)} ${UNDO}`,
        `${far("2025-01-15", 365)} ${OTHERS}`,
      ]);
      expect(await posted({ startDate: "2025-01-15", endDate: "2025-01-17" })).toEqual([
        `${far("2025-01-17", 363)} ${UNDO}`,
        `2025-01-15 and 2025-01-16 are 364 to 365 days before today, 2026-01-15. ${OTHERS}`,
      ]);
    });

    test("a plan that is carried out says how to undo it", async () => {
      const session = await open(deployment);
      const args = { ...FAR, rows: ROWS };
      const { confirm } = await replyTo(session, "fill_days", args);
      const { warnings } = await replyTo(session, "fill_days", { ...args, confirm });
      expect(warnings).toEqual([`${FIVE} ${UNDO}`]);
    });
  },
);

const DATES: [tool: string, args: Record<string, unknown>][] = [
  ["get_schedule", { startDate: "yesterday" }],
  ["get_schedule", { startDate: "2026-01-05", endDate: "tomorrow" }],
  ["get_worklogs", { startDate: "2026-13-01" }],
  ["get_worklogs", {}],
  ["post_worklog", { ...HOUR, startDate: "28.11.2026" }],
  ["post_worklog", { ...HOUR, startDate: "2026-01-05", endDate: "11/28/2026" }],
  ["post_worklog", { ...HOUR, startDate: "2029-01-05" }],
  ["bulk_post_worklogs", { worklogs: [{ ...HOUR, date: "monday" }] }],
  ["find_missing_days", { startDate: "last week" }],
  ["fill_days", { startDate: "2026-02-30", rows: ROWS }],
  ["fill_days", { startDate: "2026-01-05", copyFrom: { startDate: "Friday" } }],
  ["update_worklog", { worklogId: "5", date: "20260114" }],
  ["draft_timesheet", { startDate: "now" }],
  ["post_draft", { startDate: "now", confirm: "0" }],
  ["get_timesheets", { startDate: "2026-01" }],
  ["submit_timesheet", { startDate: "January" }],
  ["recall_timesheet", { startDate: "2026" }],
  ["get_totals", { startDate: "2026-W03" }],
  ["get_team_timesheets", { team: "Delivery", startDate: "today" }],
  ["get_team_totals", { team: "Delivery", startDate: "2026-1-5" }],
];

test.each(DATES)("an error about a date names today: %s %j", async (tool, args) => {
  const { call, requests } = await openSession({ toolSets: [...TOOL_SETS, "team"] });
  const { isError, content } = await call(tool, args);
  const text = content[0]?.text ?? "";
  expect({ isError, text }).toEqual({
    isError: true,
    text: expect.stringContaining("today is 2026-01-15 on this machine"),
  });
  expect(requests).toEqual([]);
});
