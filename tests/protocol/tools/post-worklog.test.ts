import { describe, expect, test } from "vitest";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import { ME } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { writer } from "../../helpers/writer.ts";

const ONE_DAY = {
  issueKey: "PROJ-123",
  hours: 7.5,
  startDate: "2026-01-05",
  description: "Working on login flow",
};

describe("post_worklog", () => {
  test("stores one worklog and returns it", async () => {
    const { reply, requests, sandbox } = await openSession();
    expect(await reply("post_worklog", ONE_DAY)).toEqual({
      success: true,
      worklog: {
        id: "1290000",
        issueKey: "PROJ-123",
        issueSummary: "Implement user authentication",
        date: "2026-01-05",
        hours: 7.5,
        comment: "Working on login flow",
      },
    });
    expect(requests).toEqual([
      {
        operation: "bulkFetchIssues",
        parameters: {},
        body: { issueIdsOrKeys: ["PROJ-123"], fields: ["summary"] },
      },
      { operation: "getMyself", parameters: {} },
      {
        operation: "getUserSchedule",
        parameters: { accountId: ME.accountId, from: "2026-01-05", to: "2026-01-05" },
      },
      {
        operation: "getWorklogsByUser",
        parameters: { accountId: ME.accountId, from: "2026-01-05", to: "2026-01-05", offset: 0, limit: 5000 },
      },
      {
        operation: "createWorklog",
        parameters: {},
        body: {
          authorAccountId: ME.accountId,
          issueId: 10123,
          startDate: "2026-01-05",
          timeSpentSeconds: 27000,
          billableSeconds: 27000,
          description: "Working on login flow",
        },
      },
    ]);
    expect([...sandbox.state.worklogs.values()]).toEqual([
      {
        id: 1290000,
        issueId: 10123,
        accountId: ME.accountId,
        startDate: "2026-01-05",
        timeSpentSeconds: 27000,
        billableSeconds: 27000,
        description: "Working on login flow",
      },
    ]);
  });

  test("stores the hours on each working day of a range, a half-day holiday included", async () => {
    const { reply, requests } = await openSession({
      seed: {
        holidays: [
          { date: "2026-01-06", name: "Epiphany", durationSeconds: 8 * 3600 },
          { date: "2026-01-07", name: "Company afternoon", durationSeconds: 4 * 3600 },
        ],
      },
    });
    const range = { issueKey: "PROJ-4", hours: 1, startDate: "2026-01-03", endDate: "2026-01-08" };
    const day = (id: string, date: string) => ({
      id,
      issueKey: "PROJ-4",
      issueSummary: "Sprint ceremonies",
      date,
      hours: 1,
      comment: "",
    });
    expect(await reply("post_worklog", range)).toEqual({
      success: true,
      worklog: day("1290000", "2026-01-05"),
      additionalWorklogs: [day("1290001", "2026-01-07"), day("1290002", "2026-01-08")],
    });
    expect(requests.map(({ operation }) => operation)).toEqual([
      "bulkFetchIssues",
      "getMyself",
      "getUserSchedule",
      "getWorklogsByUser",
      "createWorklogsForIssue",
    ]);
  });

  test("treats a range of one day as a range, which skips a day off", async () => {
    const { reply, refusal, sandbox } = await openSession();
    await reply("post_worklog", { ...ONE_DAY, endDate: "2026-01-05" });
    expect(
      await refusal("post_worklog", { ...ONE_DAY, startDate: "2026-01-10", endDate: "2026-01-10" }),
    ).toContain("no working day from 2026-01-10 to 2026-01-10");
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  test("accepts a range of 500 working days", async () => {
    const { reply } = await openSession();
    const { additionalWorklogs } = await reply("post_worklog", { ...ONE_DAY, endDate: "2027-12-03" });
    expect(additionalWorklogs).toHaveLength(499);
  });

  test("lists days of unknown outcome apart from those that were not stored", async () => {
    const { refusal, tempo } = await openSession({
      behaviour: { reject: ({ startDate }) => (startDate === "2026-01-06" ? ["The period is closed"] : []) },
    });
    tempo.onWrite(({ body }) => body.includes("2026-03-31"), "gateway error, not processed");
    const text = await refusal("post_worklog", { ...ONE_DAY, endDate: "2026-03-31" });
    expect(text.split("\n")).toHaveLength(5);
    // Those that failed are far from today too.
    expect(text.split("\n").at(-1)).toBe(
      "The 20 dates from 2026-02-16 to 2026-03-13 are 32 to 57 days after today, 2026-01-15. If that is not meant, delete what this call stored.",
    );
    expect(text).toMatch(/^49 of 62 days were stored\.\nStored: 2026-01-05 \(worklog \d+\), /);
    expect(text).toContain(
      "Not stored. Fix the cause, then post these again: 2026-01-06: Tempo rejected this (HTTP 400). " +
        'It says: "The period is closed".\n',
    );
    expect(text).toMatch(
      /Outcome unknown: 2026-03-16, .*, 2026-03-31: .*HTTP 504.* It may still take effect until/,
    );
  });

  test("says how a day of unknown outcome is settled, which the same call then does", async () => {
    const clock = virtualClock();
    // The ledger is in memory, since the clock of the test goes on while a disk is slow.
    const ledger = new Ledger(journalInMemory(), clock);
    const { refusal, reply, sandbox, tempo } = await openSession({
      deployment: "datacenter",
      clock,
      writers: { run: (_, __, write) => write(writer(ledger)) },
    });
    let isDown = true;
    tempo.onWrite(({ body }) => isDown && body.includes("2026-01-07"), "gateway error, not processed");
    const range = { ...ONE_DAY, endDate: "2026-01-07" };
    expect(await refusal("post_worklog", range)).toMatch(
      /\nOutcome unknown: 2026-01-07: Tempo returned HTTP 504, .* Send the same call again then, whole and unchanged: /,
    );
    isDown = false;
    await clock.sleep(250_000);
    expect(await reply("post_worklog", range)).toMatchObject({ success: true });
    expect([...sandbox.state.worklogs.values()].map(({ startDate }) => startDate)).toEqual([
      "2026-01-05",
      "2026-01-06",
      "2026-01-07",
    ]);
  });

  test("passes on all of Tempo's reasons for a rejection", async () => {
    const { call, sandbox } = await openSession({
      behaviour: {
        reject: () => [
          "Remaining estimate must not be empty",
          "Work attribute 'Activity type' (_Activity_) is required",
        ],
      },
    });
    expect(await call("post_worklog", ONE_DAY)).toMatchObject({
      isError: true,
      content: [
        {
          type: "text",
          text:
            'Tempo rejected this (HTTP 400). It says: "Remaining estimate must not be empty; ' +
            "Work attribute 'Activity type' (_Activity_) is required\". Nothing was changed by this request. If it names a mistake, correct it and try again; otherwise ask your Tempo administrator.",
        },
      ],
      _meta: { "tempofiller/error": { code: "rejected", httpStatus: 400, retryable: false } },
    });
    expect(sandbox.state.worklogs.size).toBe(0);
  });

  test("sends nothing to Tempo for an issue that does not exist in Jira", async () => {
    const { refusal, requests } = await openSession();
    for (const issueKey of ["NOPE-1", "SECRET-9"]) {
      expect(await refusal("post_worklog", { ...ONE_DAY, issueKey })).toContain(`Issue ${issueKey} does not`);
    }
    expect(requests.map(({ operation }) => operation)).toEqual([
      "bulkFetchIssues",
      "getIssue",
      "bulkFetchIssues",
      "getIssue",
    ]);
  });
});
