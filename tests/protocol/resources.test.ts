import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { ROOT } from "../helpers/root.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession, type Session } from "../helpers/session.ts";

const SEED = {
  worklogs: [
    worklog({ startDate: "2025-12-16", issueId: 10004 }),
    worklog({ startDate: "2025-12-17", issueId: 10050, timeSpentSeconds: 1200 }),
    worklog({ startDate: "2026-01-05", issueId: 10050, timeSpentSeconds: 1200 }),
    worklog({ startDate: "2026-01-15", issueId: 10050, timeSpentSeconds: 1200 }),
    worklog({ startDate: "2026-01-06" }),
    worklog({ startDate: "2026-01-16", issueId: 10007 }),
    worklog({ startDate: "2026-01-31", issueId: 10099, timeSpentSeconds: 1200 }),
    worklog({ startDate: "2026-02-01" }),
  ],
  holidays: [{ date: "2026-01-01", name: "New Year", durationSeconds: 8 * 3600 }],
};

const RECENT = "tempo://issues/recent";
const scheduleOf = (month: string) => `tempo://schedule/${month}/summary`;
const JANUARY = "tempo://worklogs/2026-01/summary";
const SCHEMA = "tempo://contract/responses.schema.json";

const REPLIES: Record<string, object> = {
  // The issues of the last 30 days, most hours first.
  [RECENT]: {
    startDate: "2025-12-17",
    endDate: "2026-01-15",
    byIssue: [
      { issueKey: "PROJ-123", issueSummary: "Implement user authentication", totalHours: 8, entryCount: 1 },
      { issueKey: "NEW-50", issueSummary: "Moved to another project", totalHours: 1, entryCount: 3 },
    ],
  },
  // Only the totals of a month.
  [scheduleOf("2026-01")]: {
    month: "2026-01",
    summary: {
      totalDays: 31,
      workingDays: 21,
      nonWorkingDays: 10,
      totalRequiredHours: 168,
      averageDailyHours: 8,
    },
  },
  [JANUARY]: { month: "2026-01", summary: { totalHours: 17, totalEntries: 5, uniqueIssues: 4 } },
};

async function read({ client }: Session, uri: string) {
  const { contents } = await client.readResource({ uri });
  expect(contents).toEqual([{ uri, mimeType: "application/json", text: expect.any(String) }]);
  return contents[0]?.text ?? "";
}

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  test.each(CLIENT_KINDS)("each resource is read by %s", async (client) => {
    const session = await openSession({ deployment, client, seed: SEED });
    for (const [uri, reply] of Object.entries(REPLIES))
      expect(await read(session, uri)).toBe(JSON.stringify(reply));
  });

  test("the summary of worklogs is get_worklogs' one, read without requesting issues from Jira", async () => {
    const session = await openSession({ deployment, seed: SEED });
    const { summary } = JSON.parse(await read(session, JANUARY));
    expect(session.requests.filter(({ operation }) => /issue/i.test(operation))).toEqual([]);
    const month = { startDate: "2026-01-01", endDate: "2026-01-31" };
    expect(await session.reply("get_worklogs", month)).toMatchObject({ summary });
  });
});

test("the recent issues are those that get_worklogs returns for the same dates", async () => {
  const session = await openSession({ seed: SEED });
  const { startDate, endDate, byIssue } = JSON.parse(await read(session, RECENT));
  expect(await session.reply("get_worklogs", { startDate, endDate })).toMatchObject({ byIssue });
});

test("there are no recent issues if nothing is logged", async () => {
  const found = JSON.parse(await read(await openSession(), RECENT));
  expect(found).toEqual({ startDate: "2025-12-17", endDate: "2026-01-15", byIssue: [] });
});

test.each(["2026-02", "2028-02", "2026-04", "2026-12"])(
  "the summary of the schedule of %s is get_schedule's one of all its days",
  async (month) => {
    const session = await openSession();
    const { summary } = JSON.parse(await read(session, scheduleOf(month)));
    const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
    expect(summary.totalDays).toBe(lastDay);
    const days = { startDate: `${month}-01`, endDate: `${month}-${lastDay}` };
    expect(await session.reply("get_schedule", days)).toMatchObject({ summary });
  },
);

test.each(CLIENT_KINDS)(
  "the contract is its file, byte for byte, to %s, before anything is set",
  async (client) => {
    const openTimesheet = () => Promise.reject(new SettingsError("Set TEMPO_API_TOKEN."));
    const session = await openSession({ client, openTimesheet });
    const file = await readFile(join(ROOT, "contracts/responses.schema.json"));
    expect(Buffer.from(await read(session, SCHEMA)).equals(file)).toBe(true);
    expect(session.requests).toEqual([]);
  },
);
