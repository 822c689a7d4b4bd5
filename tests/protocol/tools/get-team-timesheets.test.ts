import { describe, expect, test } from "vitest";
import type { SandboxSeed } from "../../../src/sandbox/state.ts";
import { hidesNames } from "../../helpers/other-tempos.ts";
import { COLLEAGUE, ME, worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { CY, delivery, user } from "../../helpers/teams.ts";

const HOUR = 3600;

/** 200 members of one team, who log seven of eight hours on the first working days of January. */
function largeTeam(): Partial<SandboxSeed> {
  const people = Array.from({ length: 200 }, (_, index) => {
    const number = String(index).padStart(4, "0");
    return {
      accountId: `712020:00000000-0000-4000-8000-10000000${number}`,
      key: `JIRAUSER2${number}`,
      name: `user${number}`,
      displayName: `User ${number}`,
    };
  });
  return {
    colleagues: people,
    teams: [{ id: 7, name: "Delivery", members: people.map(({ accountId }) => ({ accountId })) }],
    worklogs: people.map(({ accountId }) =>
      worklog({ accountId, startDate: "2026-01-05", timeSpentSeconds: 7 * HOUR }),
    ),
  };
}

describe.each(["cloud", "datacenter"] as const)("get_team_timesheets on %s", (deployment) => {
  const open = (seed: Partial<SandboxSeed>, options: SessionOptions = {}) =>
    openSession({ deployment, toolSets: ["team"], seed, ...options });

  test("shows required, logged and missing hours and the status of each member, most missing first", async () => {
    const { reply } = await open({
      ...delivery({ bo: { approvals: { "2026-01-01": { status: "approved", comment: "Fine." } } } }),
      approvals: { "2026-01-01": { status: "in_review", comment: "Done." } },
      worklogs: [
        worklog({ startDate: "2026-01-05", timeSpentSeconds: 180 * HOUR, description: "SECRET" }),
        worklog({ startDate: "2026-01-05", accountId: COLLEAGUE.accountId, timeSpentSeconds: 1200 }),
        worklog({ startDate: "2026-02-02", accountId: CY.accountId }),
      ],
    });
    expect(await reply("get_team_timesheets", { team: "delivery" })).toEqual({
      teams: [{ id: "7", name: "Delivery" }],
      startDate: "2026-01-01",
      endDate: "2026-01-31",
      members: [
        { name: "Cy", status: "open", requiredHours: 176, loggedHours: 0, missingHours: 176 },
        { name: "Bo", status: "approved", requiredHours: 176, loggedHours: 0.33, missingHours: 175.67 },
        { name: "Ada", status: "in_review", requiredHours: 176, loggedHours: 180, missingHours: 0 },
      ],
      summary: {
        members: 3,
        lacking: 2,
        notSubmitted: 1,
        requiredHours: 528,
        loggedHours: 180.33,
        missingHours: 351.67,
      },
    });
  });

  test("lists the teams that the user may see, by name, and asks for nothing else", async () => {
    const team = (id: number, name: string) => ({ id, name, members: [] });
    const { reply, requests } = await open({
      teams: [team(3, "Support"), { ...team(4, "Board"), hidden: "team" }, team(5, "Delivery")],
    });
    expect(await reply("get_team_timesheets", {})).toEqual({
      teams: [
        { id: "5", name: "Delivery" },
        { id: "3", name: "Support" },
      ],
      members: [],
    });
    expect(requests.length).toBe(1);
  });

  test("names 100 teams at most, and says how many there are more", async () => {
    const teams = Array.from({ length: 103 }, (_, index) => ({ id: 900 - index, name: "Same", members: [] }));
    const { reply } = await open({ teams });
    const { teams: named, moreTeams } = await reply("get_team_timesheets", {});
    expect([named.length, named[0]?.id, moreTeams]).toEqual([100, "798", 3]);
  });

  test("counts the hours of members who joined or left from their first day and up to their last", async () => {
    const { reply } = await open({
      ...delivery({ bo: { from: "2026-01-26" }, cy: { to: "2026-01-06" } }),
      worklogs: [
        worklog({ startDate: "2026-01-23", accountId: COLLEAGUE.accountId }),
        worklog({ startDate: "2026-01-26", accountId: COLLEAGUE.accountId }),
        worklog({ startDate: "2026-01-06", accountId: CY.accountId }),
        worklog({ startDate: "2026-01-07", accountId: CY.accountId }),
      ],
    });
    const { members } = await reply("get_team_timesheets", { team: "7", startDate: "2026-01-31" });
    const status = "open";
    expect(members).toEqual([
      { name: "Ada", status, requiredHours: 176, loggedHours: 0, missingHours: 176 },
      { name: "Bo", status, requiredHours: 40, loggedHours: 8, missingHours: 32, joinedOn: "2026-01-26" },
      { name: "Cy", status, requiredHours: 32, loggedHours: 8, missingHours: 24, leftOn: "2026-01-06" },
    ]);
  });

  test("shows a member who left and came back, and none who left before the period or joins after it", async () => {
    const { accountId } = COLLEAGUE;
    const { reply } = await open({
      ...delivery(),
      teams: [
        {
          id: 7,
          name: "Delivery",
          members: [
            { accountId, to: "2026-01-05" },
            { accountId, from: "2026-01-30" },
            { accountId: CY.accountId, to: "2025-12-31" },
            { accountId: ME.accountId, from: "2026-02-01" },
          ],
        },
      ],
      worklogs: [
        worklog({ startDate: "2026-01-05", accountId }),
        worklog({ startDate: "2026-01-12", accountId }),
      ],
    });
    const { members } = await reply("get_team_timesheets", { team: "Delivery" });
    expect(members).toEqual([
      { name: "Bo", status: "open", requiredHours: 32, loggedHours: 8, missingHours: 24 },
    ]);
  });

  test("tells members without a schedule and inactive ones apart from those without hours", async () => {
    const inactive = user("d", "Dee", { inactive: true });
    const unscheduled = user("e", "Eve", { workingDaySeconds: 0 });
    const unlisted = user("f", "Fay", { workingDaySeconds: 0 });
    const people = [COLLEAGUE, inactive, unscheduled, unlisted];
    const { reply } = await open({
      colleagues: people,
      teams: [
        {
          id: 7,
          name: "Delivery",
          members: people.map(({ accountId }) => ({
            accountId,
            withoutTimesheet: accountId === unlisted.accountId,
          })),
        },
      ],
      worklogs: [worklog({ startDate: "2026-01-05", accountId: unscheduled.accountId })],
    });
    const { members, summary } = await reply("get_team_timesheets", { team: "Delivery" });
    expect(members).toEqual([
      { name: "Bo", status: "open", requiredHours: 176, loggedHours: 0, missingHours: 176 },
      { name: "Dee", status: "open", requiredHours: 176, loggedHours: 0, missingHours: 176, inactive: true },
      { name: "Eve", status: "open", loggedHours: 8, noSchedule: true },
      { name: "Fay", loggedHours: 0, noSchedule: true },
    ]);
    expect(summary).toEqual({
      members: 3,
      lacking: 1,
      notSubmitted: 2,
      requiredHours: 176,
      loggedHours: 8,
      missingHours: 176,
    });
  });

  test("shows the dates up to today that lack hours, if asked, of those who lack hours", async () => {
    const { reply } = await open({
      ...delivery({ cy: { to: "2026-01-02" } }),
      holidays: [{ date: "2026-01-01", name: "New year", durationSeconds: 8 * HOUR }],
      worklogs: [
        worklog({ startDate: "2026-01-05", timeSpentSeconds: 168 * HOUR }),
        ...["02", "05", "06", "07", "09", "12", "13", "15"].map((day) =>
          worklog({ startDate: `2026-01-${day}`, accountId: COLLEAGUE.accountId }),
        ),
        worklog({ startDate: "2026-01-14", accountId: COLLEAGUE.accountId, timeSpentSeconds: 7 * HOUR }),
      ],
    });
    const { members } = await reply("get_team_timesheets", { team: "Delivery", days: true });
    expect(members.map(({ name, missingHours, missingDates }) => [name, missingHours, missingDates])).toEqual(
      [
        ["Bo", 97, ["2026-01-08", "2026-01-14"]],
        ["Cy", 8, ["2026-01-02"]],
        ["Ada", 0, undefined],
      ],
    );
  });

  test("tells two members with the same name apart", async () => {
    const { reply } = await open({ ...delivery(), colleagues: [COLLEAGUE, { ...CY, displayName: "Bo" }] });
    const { members } = await reply("get_team_timesheets", { team: "Delivery" });
    expect(members.map(({ name }) => name)).toEqual(["Ada", "Bo", "Bo (2)"]);
  });

  test("reads the status of 200 members in five requests on Cloud, and in five on Data Center", async () => {
    const { reply, requests } = await open(largeTeam());
    const { members } = await reply("get_team_timesheets", { team: "Delivery" });
    expect(members.length).toBe(200);
    expect(members[199]).toEqual({
      name: "User 0199",
      status: "open",
      requiredHours: 176,
      loggedHours: 7,
      missingHours: 169,
    });
    expect(requests.map(({ operation }) => operation)).toEqual(
      deployment === "cloud"
        ? ["getTeams", "getTeamTimesheetApprovals", "getTeamMemberships", "bulkGetUsers", "bulkGetUsers"]
        : [
            "getTeams",
            "getMyselfDataCenter",
            "getApprovalStatuses",
            "getTeamTimesheetApprovals",
            "searchTeamMembers",
          ],
    );
  });

  test.each<[what: string, seed: Partial<SandboxSeed>, words: RegExp, requests: number]>([
    ["no team is shown", { teams: [] }, /^Tempo shows you no team, so nothing more was read\./, 1],
    [
      "the team is not shown",
      { teams: [{ id: 8, name: "Support", members: [] }] },
      /^Tempo shows you no team "Delivery", so nothing more was read\. Take one of these: "Support"\.$/,
      1,
    ],
    [
      "the timesheets are not shown",
      { teams: [{ id: 7, name: "Delivery", hidden: "timesheets", members: [] }] },
      /^Tempo does not let you see the timesheets of the team "Delivery", so nothing more was read\. .*HTTP 403/,
      deployment === "cloud" ? 2 : 4,
    ],
    [
      "no timesheet is shown",
      { teams: [{ id: 7, name: "Delivery", members: [] }] },
      /^Tempo shows you no timesheet of the team "Delivery" in the period with 2026-01-15: nobody is in it then, or you may not/,
      deployment === "cloud" ? 2 : 4,
    ],
  ])("says so if %s, and asks for nothing beyond the permission", async (_, seed, words, count) => {
    const { refusal, requests } = await open(seed);
    expect(await refusal("get_team_timesheets", { team: "Delivery", days: true })).toMatch(words);
    expect(requests.length).toBe(count);
  });

  test("refuses a range of two periods, and a name of two teams", async () => {
    const { reply, refusal } = await open(delivery());
    const twoPeriods = { team: "Delivery", startDate: "2026-01-15", endDate: "2026-02-01" };
    expect(await refusal("get_team_timesheets", twoPeriods)).toBe(
      "`endDate`: 2026-02-01 is after the period 2026-01-01 to 2026-01-31, and a call is about one period. " +
        "Leave it out, and call again for the next period.",
    );
    const onePeriod = { team: "Delivery", endDate: "2025-12-24" };
    expect((await reply("get_team_timesheets", onePeriod)).endDate).toBe("2025-12-31");
    const [team] = delivery().teams;
    const same = await open({
      ...delivery(),
      teams: [
        { ...team, id: 7 },
        { ...team, id: 9 },
      ],
    } as Partial<SandboxSeed>);
    expect(await same.refusal("get_team_timesheets", { team: "Delivery" })).toBe(
      '2 teams have the name "Delivery", so nothing more was read. Call again with the id of one: 7, 9.',
    );
    expect((await same.reply("get_team_timesheets", { team: "9" })).teams).toEqual([
      { id: "9", name: "Delivery" },
    ]);
  });
});

test("names members by their ids if Jira does not show their names on Cloud", async () => {
  const { reply } = await openSession({
    toolSets: ["team"],
    seed: delivery(),
    upstream: hidesNames,
  });
  const { members } = await reply("get_team_timesheets", { team: "Delivery" });
  expect(members[0]?.name).toBe(ME.accountId);
});

const JSON_404 = { errorMessages: ["null for uri: /rest/tempo-teams/2/team"], errors: {} };

test.each([
  ["a 404 of nothing at the path", () => Response.json(JSON_404, { status: 404 })],
  ["another shape", () => Response.json({ teams: [] })],
  ["a rejection", () => Response.json({ errorMessages: ["Type is required"] }, { status: 400 })],
])("says that Data Center's operations are inferred if it answers with %s", async (_, answer) => {
  const { refusal } = await openSession({
    deployment: "datacenter",
    toolSets: ["team"],
    upstream: (fetch) => async (request) =>
      request.url.includes("/tempo-teams/") ? answer() : fetch(request),
  });
  expect(await refusal("get_team_timesheets", { team: "Delivery" })).toMatch(
    /^How Tempo Data Center answers about teams is inferred, not recorded, and this one answers otherwise\. .* report its version/,
  );
});
