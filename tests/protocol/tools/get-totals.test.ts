import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../scripts/sizes/size.ts";
import type { GetTotalsInput } from "../../../src/generated/inputs.ts";
import { example } from "../../helpers/examples.ts";
import { ACCOUNT, manyWorklogs, sumHours, YEARS } from "../../helpers/many-worklogs.ts";
import { renamedProject } from "../../helpers/other-tempos.ts";
import { COLLEAGUE, ME, worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";

const HOUR = 3600;
const JANUARY = { startDate: "2026-01-01", endDate: "2026-01-31" };
const YEAR = { startDate: "2025-01-01", endDate: "2025-12-31" };

/** Worklogs of two projects and of a hidden issue, with and without accounts, billable in full, in part and not at all. */
const SEED = {
  workAttributes: [ACCOUNT, { id: 2, key: "_Activity_", name: "Activity", required: false }],
  worklogs: [
    worklog({ startDate: "2025-12-31", timeSpentSeconds: 9 * HOUR }),
    worklog({ startDate: "2026-01-05", timeSpentSeconds: 1200, attributes: { _Account_: "ACME" } }),
    worklog({ startDate: "2026-01-06", timeSpentSeconds: 1200, attributes: { _Activity_: "dev" } }),
    worklog({ startDate: "2026-01-11", timeSpentSeconds: 1200, attributes: { _Account_: "ACME" } }),
    worklog({ startDate: "2026-01-12", issueId: 10007, timeSpentSeconds: 2 * HOUR, billableSeconds: HOUR }),
    worklog({ startDate: "2026-01-13", issueId: 10050, timeSpentSeconds: 5 * HOUR, billableSeconds: 0 }),
    worklog({ startDate: "2026-01-13", issueId: 10099, timeSpentSeconds: 3 * HOUR }),
    worklog({ startDate: "2026-01-13", accountId: COLLEAGUE.accountId }),
    worklog({ startDate: "2026-02-01", timeSpentSeconds: 9 * HOUR }),
  ],
};

describe.each(["cloud", "datacenter"] as const)("get_totals on %s", (deployment) => {
  const open = (options: SessionOptions = {}) =>
    openSession({ deployment, toolSets: ["reports"], seed: SEED, ...options });

  /** Keys and hours of the groups, and of those within. */
  async function groups(args: Partial<GetTotalsInput>) {
    const { reply } = await open();
    const totals = await reply("get_totals", { ...JANUARY, ...args });
    const shown = totals.groups.map(({ key, hours, groups: inner }) =>
      inner ? [key, hours, inner.map((it) => [it.key, it.hours])] : [key, hours],
    );
    return { shown, total: totals.summary.totalHours, worklogs: totals.summary.totalEntries };
  }

  test("of a project that Jira does not know are an error in Jira's words, and no fact of 0 h", async () => {
    const { call } = await open();
    const { isError, content } = await call("get_totals", { ...JANUARY, projectKey: "NOPE" });
    expect([isError, content[0]?.text]).toEqual([
      true,
      expect.stringContaining("The value 'NOPE' does not exist for the field 'project'."),
    ]);
  });

  test("of a project's key from before it was renamed are those of the project", async () => {
    const { reply } = await open({ upstream: renamedProject("FORMER", "PROJ") });
    const renamed = await reply("get_totals", { ...JANUARY, projectKey: "FORMER" });
    expect(renamed).toEqual(await reply("get_totals", { ...JANUARY, projectKey: "PROJ" }));
    expect(renamed.summary.totalEntries).toBeGreaterThan(0);
  });

  test.each([
    [1, "3 more issues"],
    [3, "1 more issue"],
  ])("with a limit of %d, names the rest as %s", async (limit, name) => {
    const { reply } = await open();
    expect((await reply("get_totals", { ...JANUARY, limit })).groups.at(-1)?.name).toBe(name);
  });

  test("adds up hours by issue, most first, in seconds, and those that are billable where they differ", async () => {
    const { reply } = await open();
    expect(await reply("get_totals", JANUARY)).toEqual(await example("GetTotalsResponse/by-issue"));
  });

  test("groups within groups, and names those without an account or a project", async () => {
    const { reply } = await open();
    const byProject = { ...JANUARY, groupBy: "project", then: "account" };
    expect(await reply("get_totals", byProject)).toEqual(
      await example("GetTotalsResponse/projects-by-account"),
    );
  });

  test.each<[args: Partial<GetTotalsInput>, shown: unknown[], worklogs: number]>([
    [
      { groupBy: "account" },
      [
        ["", 10.33],
        ["ACME", 0.67],
      ],
      6,
    ],
    [
      { groupBy: "week" },
      [
        ["2026-01-05", 1],
        ["2026-01-12", 10],
      ],
      6,
    ],
    [{ groupBy: "month" }, [["2026-01", 11]], 6],
    [
      { groupBy: "day", limit: 2 },
      [
        ["2026-01-12", 2],
        ["2026-01-13", 8],
        ["other", 1],
      ],
      6,
    ],
    [{ issueKey: "proj-123" }, [["PROJ-123", 1]], 3],
    [
      { projectKey: "proj" },
      [
        ["PROJ-7", 2],
        ["PROJ-123", 1],
      ],
      4,
    ],
    [{ issueKey: "PROJ-7", projectKey: "NEW" }, [], 0],
    [
      { billable: true },
      [
        ["10099", 3],
        ["PROJ-7", 2],
        ["PROJ-123", 1],
      ],
      5,
    ],
    [{ billable: false }, [["NEW-50", 5]], 1],
    [
      { groupBy: "month", then: "day", limit: 1 },
      [
        [
          "2026-01",
          11,
          [
            ["2026-01-13", 8],
            ["other", 3],
          ],
        ],
      ],
      6,
    ],
  ])("of %o", async (args, shown, worklogs) => {
    const found = await groups(args);
    expect(found).toMatchObject({ shown, worklogs });
  });

  test("never shows more billable hours than hours, which are rounded down here so that they add up", async () => {
    const { reply } = await open({
      seed: {
        worklogs: [
          worklog({ startDate: "2026-01-05", timeSpentSeconds: 1208, billableSeconds: 1207 }),
          worklog({ startDate: "2026-01-05", timeSpentSeconds: 1218, issueId: 10007 }),
        ],
      },
    });
    const { groups: found } = await reply("get_totals", JANUARY);
    expect(found.map(({ hours, billableHours }) => ({ hours, billableHours }))).toEqual([
      { hours: 0.34, billableHours: undefined },
      { hours: 0.33, billableHours: undefined },
    ]);
  });

  test("of a range without worklogs is 0 hours", async () => {
    const { reply } = await open();
    expect(await reply("get_totals", { startDate: "2026-03-02" })).toEqual(
      await example("GetTotalsResponse/none"),
    );
  });

  test("of a thousand groups names those with the most hours, and the rest as one", async () => {
    const { reply } = await open({ seed: manyWorklogs({ count: 1500, issues: 1200 }) });
    const { groups: found, summary } = await reply("get_totals", YEARS);
    expect(found.length).toBe(13);
    expect(found.at(-1)).toMatchObject({ key: "other", name: "1,188 more issues" });
    expect(sumHours(found.map(({ hours }) => hours))).toBe(summary.totalHours);
    expect(sumHours(found.map(({ entryCount }) => entryCount))).toBe(1500);
  });

  test("of an issue and a year with 2,600 worklogs is at most 150 tokens", async () => {
    const { issues, worklogs } = manyWorklogs({ count: 2600, issues: 40, range: YEAR });
    const { call } = await open({ seed: { issues, worklogs } });
    const { content } = await call("get_totals", { ...YEAR, issueKey: "PROJA-101" });
    expect(JSON.parse(content[0]?.text ?? "").groups).toMatchObject([{ key: "PROJA-101", entryCount: 65 }]);
    expect(sizeOf(content[0]?.text ?? "").tokens).toBeLessThanOrEqual(150);
  });

  test("leaves required hours out if the schedule cannot be read, and says why in debug mode", async () => {
    const { reply, debugLog } = await open({
      upstream: (fetch) => async (request) =>
        /user-schedule|schedule\/search/.test(request.url)
          ? Response.json({}, { status: 403 })
          : fetch(request),
    });
    const { summary } = await reply("get_totals", JANUARY);
    expect(summary).toEqual({ totalHours: 11, billableHours: 5, totalEntries: 6 });
    expect(debugLog).toEqual([
      expect.stringMatching(
        /^get_totals: required hours are not reported, since the schedule cannot be read: .*HTTP 403/,
      ),
    ]);
  });

  test("refuses an issue that is not visible, and the same groups twice", async () => {
    const { refusal } = await open();
    expect(await refusal("get_totals", { ...JANUARY, issueKey: "SECRET-9" })).toContain(
      "Issue SECRET-9 does not exist in Jira, or you have no access to it.",
    );
    expect(await refusal("get_totals", { ...JANUARY, then: "issue" })).toContain(
      "`then` must not be issue, which the groups are made by already",
    );
  });
});

describe("of three years, with 7,800 worklogs on 500 issues, Cloud is asked at most 9 times", () => {
  const seed = manyWorklogs({ count: 7800, issues: 500 });

  test.each([
    [{}, 5],
    [{ groupBy: "month" }, 4],
    [{ groupBy: "project", then: "issue" }, 9],
    [{ issueKey: "PROJA-101" }, 4],
  ])("%o: %i requests", async (args, count) => {
    const { reply, requests } = await openSession({ toolSets: ["reports"], seed });
    await reply("get_totals", { ...YEARS, ...args });
    expect(requests.length).toBe(count);
  });
});

test("Cloud is asked for pages, the schedule, and the issues that are named", async () => {
  const { reply, requests } = await openSession({ toolSets: ["reports"], seed: SEED });
  await reply("get_totals", JANUARY);
  const dates = { accountId: ME.accountId, from: "2026-01-01", to: "2026-01-31" };
  expect(requests).toEqual([
    { operation: "getMyself", parameters: {} },
    { operation: "getWorklogsByUser", parameters: { ...dates, offset: 0, limit: 5000 } },
    { operation: "getUserSchedule", parameters: dates },
    {
      operation: "bulkFetchIssues",
      parameters: {},
      body: { fields: ["summary"], issueIdsOrKeys: ["10050", "10099", "10007", "10123"] },
    },
  ]);
});

test("Data Center is asked for the whole range at once, and the list of attributes only if accounts are asked for", async () => {
  const { reply, requests } = await openSession({
    deployment: "datacenter",
    toolSets: ["reports"],
    seed: { ...SEED, worklogs: SEED.worklogs.filter(({ issueId }) => issueId !== 10099) },
  });
  const operations = () => requests.splice(0).map(({ operation }) => operation);
  await reply("get_totals", JANUARY);
  expect(operations()).toEqual(["getMyselfDataCenter", "searchSchedules", "searchWorklogs"]);
  await reply("get_totals", { ...JANUARY, groupBy: "account" });
  expect(operations()).toEqual(["searchSchedules", "searchWorklogs", "getWorkAttributes"]);
});
