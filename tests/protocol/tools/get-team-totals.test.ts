import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../scripts/sizes/size.ts";
import type { GetTeamTotalsInput } from "../../../src/generated/inputs.ts";
import type { SandboxMembership, SandboxSeed, SandboxUser } from "../../../src/sandbox/state.ts";
import { example } from "../../helpers/examples.ts";
import { COLLEAGUE, ME, worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { CY, delivery, user } from "../../helpers/teams.ts";

const HOUR = 3600;
const JANUARY = { team: "Delivery", startDate: "2026-01-01", endDate: "2026-01-31" };
const ACCOUNT = { id: 1, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" as const };

/** A worklog of a user: on a date of January 2026 unless given whole. */
const of = (
  { accountId }: { accountId: string },
  day: string,
  parts: Partial<ReturnType<typeof worklog>> = {},
) =>
  worklog({
    accountId,
    startDate: day.length === 2 ? `2026-01-${day}` : day,
    description: "SECRET",
    ...parts,
  });

/** Ada, Bo and Cy log in January; in December Ada and Bo alone. */
const SEED = {
  ...delivery(),
  workAttributes: [ACCOUNT],
  worklogs: [
    of(ME, "05", { timeSpentSeconds: 1200, billableSeconds: 0 }),
    of(ME, "06", { timeSpentSeconds: 1200, attributes: { _Account_: "ACME" } }),
    of(COLLEAGUE, "05", { timeSpentSeconds: 5 * HOUR, issueId: 10050, attributes: { _Account_: "ACME" } }),
    of(COLLEAGUE, "12", { timeSpentSeconds: 2 * HOUR, billableSeconds: HOUR }),
    of(CY, "13", { timeSpentSeconds: 3 * HOUR, issueId: 10099 }),
    of(CY, "13", { timeSpentSeconds: HOUR, issueId: 10007 }),
    of(ME, "2025-12-30", { timeSpentSeconds: 4 * HOUR }),
    of(COLLEAGUE, "2025-12-31", { timeSpentSeconds: 4 * HOUR }),
  ],
};

/** A team of these users, of whom each logs an hour on the fifth of January. */
function teamOf(people: readonly SandboxUser[], parts: Record<string, Partial<SandboxMembership>> = {}) {
  return {
    colleagues: people.filter(({ accountId }) => accountId !== ME.accountId),
    teams: [
      {
        id: 7,
        name: "Delivery",
        members: people.map(({ accountId, name }) => ({ accountId, ...parts[name] })),
      },
    ],
    worklogs: people.map((person) => of(person, "05", { timeSpentSeconds: HOUR })),
  } satisfies Partial<SandboxSeed>;
}

describe.each(["cloud", "datacenter"] as const)("get_team_totals on %s", (deployment) => {
  const open = (seed: Partial<SandboxSeed> = SEED, options: SessionOptions = {}) =>
    openSession({ deployment, toolSets: ["team"], seed, ...options });

  /** Keys and hours of the groups, and of those within. */
  async function groups(args: Partial<GetTeamTotalsInput>, seed?: Partial<SandboxSeed>) {
    const { reply } = await open(seed);
    const totals = await reply("get_team_totals", { ...JANUARY, ...args });
    return totals.groups.map(({ key, hours, groups: inner }) =>
      inner ? [key, hours, inner.map((it) => [it.key, it.hours])] : [key, hours],
    );
  }

  test("adds up hours by project, most first, and those that are billable where they differ", async () => {
    const { reply } = await open();
    expect(await reply("get_team_totals", JANUARY)).toEqual(
      await example("GetTeamTotalsResponse/by-project"),
    );
  });

  test.each<[args: Partial<GetTeamTotalsInput>, shown: unknown[]]>([
    [
      { groupBy: "person" },
      [
        ["Bo", 7],
        ["Cy", 4],
        ["Ada", 0.67],
      ],
    ],
    [
      { groupBy: "account" },
      [
        ["", 6.34],
        ["ACME", 5.33],
      ],
    ],
    [
      { groupBy: "person", limit: 1 },
      [
        ["Bo", 7],
        ["other", 4.67],
      ],
    ],
    [
      { groupBy: "week", then: "person" },
      [
        [
          "2026-01-05",
          5.67,
          [
            ["Bo", 5],
            ["Ada", 0.67],
          ],
        ],
        [
          "2026-01-12",
          6,
          [
            ["Cy", 4],
            ["Bo", 2],
          ],
        ],
      ],
    ],
    [{ groupBy: "month" }, [["2026-01", 11.67]]],
    [
      { groupBy: "day", limit: 2 },
      [
        ["2026-01-05", 5.34],
        ["2026-01-13", 4],
        ["other", 2.33],
      ],
    ],
    [
      { groupBy: "person", projectKey: "proj", billable: true },
      [
        ["Bo", 2],
        ["Cy", 1],
        ["Ada", 0.33],
      ],
    ],
    [{ groupBy: "person", startDate: "2026-01-06", endDate: "2026-01-06" }, [["Ada", 0.33]]],
  ])("of %o", async (args, shown) => {
    expect(await groups(args)).toEqual(shown);
  });

  test("leaves months out in which only one or two members logged hours, whatever part of them is asked for", async () => {
    const { reply } = await open();
    const asked = { ...JANUARY, startDate: "2025-11-15", groupBy: "day" };
    expect(await reply("get_team_totals", asked)).toMatchObject({
      leftOut: ["2025-12"],
      summary: { members: 3, totalHours: 11.67, totalEntries: 6 },
    });
    const fromChristmas = { ...JANUARY, startDate: "2025-12-24", endDate: "2026-01-05" };
    expect(await reply("get_team_totals", fromChristmas)).toMatchObject({
      leftOut: ["2025-12"],
      summary: { totalHours: 5.33, totalEntries: 2 },
    });
  });

  test("counts whole months, whatever dates are asked for, in leap years too", async () => {
    const { reply } = await open({
      ...delivery(),
      worklogs: [
        of(ME, "2024-01-31"),
        of(ME, "2024-02-29"),
        of(CY, "2024-04-01"),
        of(ME, "2023-12-01"),
        of(COLLEAGUE, "2023-12-31"),
        of(CY, "2023-12-31"),
      ],
    });
    const asked = { team: "Delivery", startDate: "2023-12-31", endDate: "2024-04-01", groupBy: "month" };
    expect(await reply("get_team_totals", asked)).toMatchObject({
      groups: [{ key: "2023-12", hours: 16, entryCount: 2 }],
      leftOut: ["2024-01", "2024-02", "2024-04"],
    });
  });

  test.each<[what: string, seed: Partial<SandboxSeed>]>([
    ["one member", teamOf([CY])],
    ["the user and another", teamOf([ME, CY])],
    ["two others", teamOf([COLLEAGUE, CY])],
    [
      "three, of whom one logged nothing",
      { ...teamOf([ME, COLLEAGUE, CY]), worklogs: [of(ME, "05"), of(COLLEAGUE, "06")] },
    ],
    ["three, of whom one logged before joining", teamOf([ME, COLLEAGUE, CY], { cy: { from: "2026-01-06" } })],
    ["three, of whom one logged after leaving", teamOf([ME, COLLEAGUE, CY], { cy: { to: "2026-01-04" } })],
    [
      "three, of whom one is twice in the team, and another logged nothing",
      {
        ...teamOf([ME, CY]),
        colleagues: [COLLEAGUE, CY],
        teams: [
          {
            id: 7,
            name: "Delivery",
            members: [
              { accountId: ME.accountId, to: "2026-01-10" },
              { accountId: ME.accountId, from: "2026-01-11" },
              { accountId: CY.accountId },
              { accountId: COLLEAGUE.accountId },
            ],
          },
        ],
      },
    ],
  ])("shows nothing of a team of %s, however it is asked", async (_, seed) => {
    const { refusal } = await open(seed);
    for (const args of [
      {},
      { groupBy: "person" },
      { groupBy: "day", then: "person" },
      { startDate: "2026-01-05", endDate: "2026-01-05" },
      { projectKey: "PROJ" },
      { billable: true, startDate: "2023-06-01" },
    ]) {
      expect(await refusal("get_team_totals", { ...JANUARY, ...args })).toMatch(
        /^In no calendar month from .* did more than two members of the team "Delivery" log hours, and the totals of so few/,
      );
    }
  });

  test("counts hours on dates in the team alone, those of inactive members and of a member of two teams too", async () => {
    const dee = user("d", "Dee", { inactive: true });
    const seed = teamOf([ME, COLLEAGUE, CY, dee], { cy: { from: "2026-01-05", to: "2026-01-09" } });
    const { reply } = await open({
      ...seed,
      teams: [...seed.teams, { id: 8, name: "Support", members: [{ accountId: CY.accountId }] }],
      worklogs: [...seed.worklogs, of(CY, "02"), of(CY, "12"), of(dee, "20"), of(user("e", "Eve"), "05")],
    });
    const { groups: found, summary } = await reply("get_team_totals", { ...JANUARY, groupBy: "person" });
    expect(found.map(({ key, hours }) => [key, hours])).toEqual([
      ["Dee", 9],
      ["Ada", 1],
      ["Bo", 1],
      ["Cy", 1],
    ]);
    expect(summary).toEqual({ members: 4, totalHours: 12, billableHours: 12, totalEntries: 5 });
  });

  test("tells members with the same name apart, and from the groups that are not named", async () => {
    const names = ["Bo", "Bo", "Bo (2)", "other"];
    const people = names.map((name, index) => user("bcdef"[index] ?? "", name));
    const found = await groups({ groupBy: "person" }, teamOf(people));
    expect(found.map(([key]) => key)).toEqual(["Bo", "Bo (2)", "Bo (3)", "other (2)"]);
  });

  test("says if Tempo shows fewer worklogs than the timesheets have hours", async () => {
    const { reply } = await open(SEED, {
      behaviour: { listed: (worklogs) => worklogs.filter(({ issueId }) => issueId !== 10050) },
    });
    const { incomplete, summary } = await reply("get_team_totals", JANUARY);
    expect([incomplete, summary.totalHours]).toEqual([true, 6.67]);
  });

  test("of a range without hours, and of one in the future, is 0 hours", async () => {
    const { reply } = await open();
    const none = { groups: [], summary: { members: 3, totalHours: 0, billableHours: 0, totalEntries: 0 } };
    const past = { team: "7", startDate: "2025-10-01" };
    const future = { team: "7", startDate: "2026-12-31" };
    const team = { id: "7", name: "Delivery" };
    expect(await reply("get_team_totals", past)).toEqual({ ...past, team, endDate: past.startDate, ...none });
    expect(await reply("get_team_totals", future)).toEqual({
      ...future,
      team,
      endDate: future.startDate,
      ...none,
    });
  });

  test("asks for nobody's worklogs if all have left before the range", async () => {
    const { reply, requests } = await open({
      ...SEED,
      ...delivery({ ada: { to: "2026-01-20" }, bo: { to: "2026-01-20" }, cy: { to: "2026-01-20" } }),
    });
    const { summary } = await reply("get_team_totals", { team: "7", startDate: "2026-02-01" });
    expect(summary).toEqual({ members: 0, totalHours: 0, billableHours: 0, totalEntries: 0 });
    expect(requests.map(({ operation }) => operation)).not.toContain("searchWorklogs");
  });

  test.each([
    ["groups by issue", { groupBy: "issue" }, "`groupBy` must be one of"],
    ["filters by issue", { issueKey: "PROJ-7" }, "issueKey"],
  ])("refuses a call that %s", async (_, args, words) => {
    const { refusal, requests } = await open();
    expect(await refusal("get_team_totals", { ...JANUARY, ...args })).toContain(words);
    expect(requests).toEqual([]);
  });

  const THREE_YEARS = { team: "Delivery", startDate: "2023-01-01", endDate: "2025-12-31" };

  /** Members who log in every other month, but for the first, who logs in each. */
  function largeTeam(size: number): Partial<SandboxSeed> {
    const people = Array.from({ length: size }, (_, index) => ({
      ...user("b", `Robin Teammate ${index}`),
      accountId: `712020:00000000-0000-4000-8000-1000000${10_000 + index}`,
      key: `JIRAUSER${20_000 + index}`,
    }));
    return {
      ...teamOf(people),
      worklogs: people.flatMap((person, index) =>
        Array.from({ length: index === 0 ? 36 : 4 }, (_, count) => {
          const month = index === 0 ? count : (2 * (index + 5 * count)) % 36;
          const date = `${2023 + Math.floor(month / 12)}-${String(1 + (month % 12)).padStart(2, "0")}-09`;
          const parts = { timeSpentSeconds: 1801 + 61 * index, billableSeconds: 1800 };
          return of(person, date, { ...parts, issueId: [10123, 10007, 10050][index % 3] ?? 10123 });
        }),
      ),
    };
  }

  test("of three years is at most 500 tokens, and 7 for each month that is left out, whatever the groups", async () => {
    const { call } = await open(largeTeam(40));
    const dimensions = ["person", "project", "account", "day", "week", "month"];
    for (const [index, groupBy] of dimensions.entries()) {
      const args = { ...THREE_YEARS, groupBy, then: dimensions[(index + 1) % dimensions.length] };
      const { content } = await call("get_team_totals", args);
      const text = content[0]?.text ?? "";
      expect(JSON.parse(text).leftOut.length).toBe(18);
      expect(sizeOf(text).tokens, JSON.stringify(args)).toBeLessThanOrEqual(500 + 7 * 18);
    }
  }, 60_000);

  test("of 200 members by person asks for their names, and for all worklogs at once", async () => {
    const { reply, requests } = await open(largeTeam(200));
    const { groups: found, summary } = await reply("get_team_totals", { ...THREE_YEARS, groupBy: "person" });
    expect([found.at(-1)?.name, summary.members, summary.totalEntries]).toEqual([
      "188 more people",
      200,
      814,
    ]);
    expect(requests.map(({ operation }) => operation)).toEqual(
      deployment === "cloud"
        ? [
            "getTeams",
            "getTeamTimesheetApprovals",
            "getTeamMemberships",
            "bulkGetUsers",
            "bulkGetUsers",
            "searchWorklogs",
          ]
        : [
            "getTeams",
            "getMyselfDataCenter",
            "getApprovalStatuses",
            "getTeamTimesheetApprovals",
            "searchTeamMembers",
            "searchWorklogs",
          ],
    );
  }, 30_000);
});
