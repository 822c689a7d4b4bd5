import { describe, expect, test } from "vitest";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { CLIENT_KINDS, type CompletionRequest } from "../helpers/clients.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession, type Session } from "../helpers/session.ts";

const BULK_ENTRY = { type: "ref/prompt", name: "schedule_aware_bulk_entry" } as const;
const SUMMARY = { type: "ref/prompt", name: "worklog_summary" } as const;

/** Logged: 2 hours on NEW-50, 9 on PROJ-7, 8 on PROJ-123, a minute on PROJ-4; older ones do not count. Today is 2026-01-15. */
const WORKLOGS = [
  worklog({ startDate: "2026-01-02", issueId: 10050, timeSpentSeconds: 7200 }),
  worklog({ startDate: "2026-01-05", issueId: 10007, timeSpentSeconds: 9 * 3600 }),
  worklog({ startDate: "2026-01-06" }),
  worklog({ startDate: "2025-12-17", issueId: 10004, timeSpentSeconds: 60 }),
  worklog({ startDate: "2025-12-16", issueId: 10099 }),
];

const MONTHS = [
  ...["2026-01", "2025-12", "2025-11", "2025-10", "2025-09", "2025-08", "2025-07"],
  ...["2025-06", "2025-05", "2025-04", "2025-03", "2025-02", "2025-01"],
];

async function offered(
  { client }: Session,
  ref: CompletionRequest["ref"],
  name: string,
  value: string,
): Promise<string[]> {
  const { completion } = await client.complete({ ref, argument: { name, value } });
  expect(completion.hasMore).toBe(false);
  return completion.values;
}

describe.each(CLIENT_KINDS)("through %s", (client) => {
  test("an issue key is completed from the issues of the last 30 days, most hours first", async () => {
    const session = await openSession({ client, seed: { worklogs: WORKLOGS } });
    expect(await offered(session, BULK_ENTRY, "issueKey", "")).toEqual([
      "PROJ-7",
      "PROJ-123",
      "NEW-50",
      "PROJ-4",
    ]);
    expect(await offered(session, BULK_ENTRY, "issueKey", "proj-")).toEqual(["PROJ-7", "PROJ-123", "PROJ-4"]);
    expect(await offered(session, BULK_ENTRY, "issueKey", "proj-1")).toEqual(["PROJ-123"]);
    expect(await offered(session, BULK_ENTRY, "issueKey", "X")).toEqual([]);
  });

  test("a month is completed in the prompt and in both URIs: this one and the twelve before it", async () => {
    const session = await openSession({ client });
    expect(await offered(session, SUMMARY, "month", "")).toEqual(MONTHS);
    for (const kind of ["schedule", "worklogs"]) {
      const ref = { type: "ref/resource", uri: `tempo://${kind}/{month}/summary` } as const;
      expect(await offered(session, ref, "month", "2026")).toEqual(["2026-01"]);
    }
    expect(session.requests).toEqual([]);
  });

  test("nothing is offered for an argument without completions", async () => {
    const session = await openSession({ client, seed: { worklogs: WORKLOGS } });
    expect(await offered(session, SUMMARY, "username", "")).toEqual([]);
    expect(await offered(session, BULK_ENTRY, "dateRange", "2026")).toEqual([]);
    expect(await offered(session, BULK_ENTRY, "noArgument", "")).toEqual([]);
    expect(await offered(session, BULK_ENTRY, "constructor", "")).toEqual([]);
    expect(session.requests).toEqual([]);
  });
});

test("an issue that the user can no longer see is not offered", async () => {
  const session = await openSession({
    seed: {
      worklogs: [worklog({ startDate: "2026-01-06", issueId: 10099 }), worklog({ startDate: "2026-01-06" })],
    },
  });
  expect(await offered(session, BULK_ENTRY, "issueKey", "")).toEqual(["PROJ-123"]);
});

test("the issues are requested at most once a minute", async () => {
  const session = await openSession({ seed: { worklogs: WORKLOGS } });
  await Promise.all(["", "P", "PR", "PRO"].map((typed) => offered(session, BULK_ENTRY, "issueKey", typed)));
  const searches = () => session.requests.filter(({ operation }) => operation === "getWorklogsByUser").length;
  expect(searches()).toBe(1);
  session.sandbox.state.worklogs.clear();
  expect(await offered(session, BULK_ENTRY, "issueKey", "NEW")).toEqual(["NEW-50"]);
  await session.clock.sleep(60_000);
  expect(await offered(session, BULK_ENTRY, "issueKey", "NEW")).toEqual([]);
  expect(searches()).toBe(2);
});

test("nothing is offered if the issues cannot be read, and the log says why", async () => {
  const session = await openSession({
    openTimesheet: () => Promise.reject(new SettingsError("Set TEMPO_API_TOKEN.")),
  });
  expect(await offered(session, BULK_ENTRY, "issueKey", "")).toEqual([]);
  expect(session.log).toEqual(["completion of issue keys failed: Set TEMPO_API_TOKEN."]);
  expect(await offered(session, SUMMARY, "month", "2025-0")).toEqual(MONTHS.slice(4));
});
