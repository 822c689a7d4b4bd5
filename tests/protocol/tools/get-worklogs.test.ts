import { describe, expect, test } from "vitest";
import { example } from "../../helpers/examples.ts";
import { smallPages } from "../../helpers/other-tempos.ts";
import { ME, worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

const JANUARY = { startDate: "2026-01-01", endDate: "2026-01-31" };

describe("get_worklogs", () => {
  test.each([
    ["cloud", undefined],
    ["cloud", "09:00:00"],
    ["datacenter", undefined],
    ["datacenter", "09:00:00"],
  ] as const)(
    "returns the specification's example byte for byte on %s, from worklogs that start at %s",
    async (deployment, startTime) => {
      const { call, sandbox } = await openSession({ deployment });
      const rows = [
        [1292170, "2026-01-05", "Added OAuth support"],
        [1292171, "2026-01-06", "Testing and fixes"],
        [1292226, "2026-01-07", "Documentation"],
        [1292228, "2026-01-02", "Working on login flow"],
      ] as const;
      for (const [id, startDate, description] of rows) {
        const parts = {
          startDate,
          description,
          attributes: { _Account_: "OPS" },
          ...(startTime && { startTime }),
        };
        sandbox.state.worklogs.set(id, { id, ...worklog(parts) });
      }
      const { content } = await call("get_worklogs", { startDate: "2026-01-01", endDate: "2026-01-07" });
      expect(content[0]?.text).toBe(JSON.stringify(await example("GetWorklogsResponse/week")));
    },
  );

  test("returns empty arrays if nothing is logged, and requests no issue from Jira", async () => {
    const { reply, requests } = await openSession();
    expect(await reply("get_worklogs", { startDate: "2026-01-10", endDate: "2026-01-11" })).toEqual(
      await example("GetWorklogsResponse/empty"),
    );
    expect(requests.map(({ operation }) => operation)).toEqual(["getMyself", "getWorklogsByUser"]);
  });

  test.each(["cloud", "datacenter"] as const)(
    "shows start times other than midnight with the set details, and times that two decimals do not say, on %s",
    async (deployment) => {
      const { reply } = await openSession({
        deployment,
        toolSets: ["details"],
        seed: {
          worklogs: [
            worklog({ startDate: "2026-01-05", timeSpentSeconds: 5400, startTime: "00:00:00" }),
            worklog({ startDate: "2026-01-05", timeSpentSeconds: 4800, startTime: "09:30:00" }),
          ],
        },
      });
      expect(await reply("get_worklogs", { startDate: "2026-01-05" })).toEqual(
        await example("GetWorklogsResponse/exact-times"),
      );
    },
  );

  test("filters by issue in any case and echoes the filter as it was written", async () => {
    const { reply, sandbox, requests } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    const filtered = worklog({ startDate: "2026-01-05", issueId: 10007, timeSpentSeconds: 1200 });
    sandbox.state.worklogs.set(1292300, { id: 1292300, ...filtered });
    expect(await reply("get_worklogs", { startDate: "2026-01-05", issueKey: "proj-7" })).toEqual(
      await example("GetWorklogsResponse/filtered"),
    );
    expect(requests.at(-1)).toEqual({
      operation: "searchWorklogs",
      parameters: { offset: 0, limit: 5000 },
      body: { authorIds: [ME.accountId], issueIds: [10007], from: "2026-01-05", to: "2026-01-05" },
    });
  });

  test("shows the id of an issue that the user can no longer see", async () => {
    const { reply, sandbox } = await openSession();
    const hidden = worklog({
      startDate: "2026-01-05",
      issueId: 10099,
      timeSpentSeconds: 7200,
      description: "Handover",
    });
    sandbox.state.worklogs.set(1292301, { id: 1292301, ...hidden });
    expect(await reply("get_worklogs", { startDate: "2026-01-05" })).toEqual(
      await example("GetWorklogsResponse/invisible-issue"),
    );
  });

  test("reads 2,600 worklogs of 100 issues in 3 requests", async () => {
    const issues = Array.from({ length: 100 }, (_, index) => ({
      id: 20000 + index,
      key: `BIG-${index + 1}`,
      summary: `Issue ${index + 1}`,
    }));
    const worklogs = Array.from({ length: 2600 }, (_, index) =>
      worklog({ startDate: "2026-01-05", issueId: 20000 + (index % 100), timeSpentSeconds: 60 }),
    );
    const { reply, requests } = await openSession({ seed: { issues, worklogs } });
    const { summary } = await reply("get_worklogs", JANUARY);
    expect(summary).toEqual({ totalHours: 43.33, totalEntries: 2600, uniqueIssues: 100 });
    expect(requests.map(({ operation }) => operation)).toEqual([
      "getMyself",
      "getWorklogsByUser",
      "bulkFetchIssues",
    ]);
    await reply("get_worklogs", JANUARY);
    expect(requests.slice(3).map(({ operation }) => operation)).toEqual(["getWorklogsByUser"]);
  });

  test("follows the pages if Tempo returns smaller ones than requested", async () => {
    const worklogs = Array.from({ length: 23 }, () =>
      worklog({ startDate: "2026-01-05", timeSpentSeconds: 60 }),
    );
    const { reply, requests } = await openSession({ seed: { worklogs }, upstream: smallPages(10) });
    const { summary } = await reply("get_worklogs", JANUARY);
    expect(summary.totalEntries).toBe(23);
    expect(requests.flatMap(({ parameters }) => parameters.offset ?? [])).toEqual([0, 10, 20]);
  });

  test("requests issues from Jira a hundred at a time", async () => {
    const issues = Array.from({ length: 250 }, (_, index) => ({
      id: 30000 + index,
      key: `WIDE-${index + 1}`,
      summary: "",
    }));
    const worklogs = issues.map(({ id }) => worklog({ startDate: "2026-01-05", issueId: id }));
    const { reply, requests } = await openSession({ seed: { issues, worklogs } });
    const { summary } = await reply("get_worklogs", JANUARY);
    expect(summary.uniqueIssues).toBe(250);
    const sizes = requests
      .filter(({ operation }) => operation === "bulkFetchIssues")
      .map(({ body }) => (body as { issueIdsOrKeys: string[] }).issueIdsOrKeys.length);
    expect(sizes).toEqual([100, 100, 50]);
  });
});

test.each(["cloud", "datacenter"] as const)(
  "on %s, a worklog that a list repeats counts once",
  async (deployment) => {
    const { reply } = await openSession({
      deployment,
      seed: { worklogs: [worklog({ startDate: "2026-01-05" }), worklog({ startDate: "2026-01-06" })] },
      behaviour: { listed: (worklogs) => [...worklogs, ...worklogs.slice(1)] },
    });
    const { worklogs, summary } = await reply("get_worklogs", JANUARY);
    expect(worklogs.map(({ id }) => id)).toEqual(["1290000", "1290001"]);
    expect(summary.totalHours).toBe(16);
  },
);
