import { describe, expect, test } from "vitest";
import { ACTIVITY } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";

const MANY = 2000;

const accountId = (index: number) =>
  `712020:00000000-0000-4000-8000-0000000${String(index).padStart(5, "0")}`;

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    accountId: accountId(index),
    key: `JIRAUSER${index}`,
    name: `person${index}`,
    displayName: `Person ${index}`,
  }));

const NAMED = people(20)
  .map(({ displayName }) => displayName)
  .join(", ");

const PERIOD = { startDate: "2025-12-01", evenIfMissing: true };

describe("of 2,000 possible reviewers", () => {
  const open = () => openSession({ toolSets: ["approvals"], seed: { colleagues: people(MANY) } });

  test("20 are looked up and named if none is given, and the error counts the others", async () => {
    const { refusal, requests } = await open();
    expect(await refusal("submit_timesheet", PERIOD)).toBe(
      `\`reviewer\`: several people may approve this timesheet: ${NAMED} and 1,980 more, who can be given by id. Nothing was sent; ask ` +
        "the user which one.",
    );
    expect(requests.filter(({ operation }) => operation === "getUser").length).toBe(20);
  });

  test("one is found by a name among the first, by any id, and nobody else is looked up for an id", async () => {
    const { reply, requests } = await open();
    expect(await reply("submit_timesheet", { ...PERIOD, reviewer: "person 199" })).toMatchObject({
      timesheet: { reviewer: "Person 199" },
    });
    expect(requests.length).toBeLessThan(210);
    const before = requests.length;
    expect(await reply("submit_timesheet", { ...PERIOD, reviewer: accountId(MANY - 1) })).toMatchObject({
      timesheet: { reviewer: "Person 1999" },
    });
    expect(requests.length - before).toBeLessThan(10);
  });

  test("no other than the first is found by a name or a part of an id, and the error says what to give", async () => {
    const { refusal, requests } = await open();
    for (const reviewer of ["Person 1999", "00001999"]) {
      expect(await refusal("submit_timesheet", { ...PERIOD, reviewer })).toBe(
        `\`reviewer\`: "${reviewer}" is not the name of a reviewer. Nothing was sent. Choose one of: ${NAMED} and 1,980 more, who can be ` +
          "given by id.",
      );
    }
    expect(requests.length).toBeLessThan(220);
  });
});

describe.each(["cloud", "datacenter"] as const)("on %s, 2,000 values of a work attribute", (deployment) => {
  const values = Array.from({ length: MANY }, (_, index) => ({ value: `v${index}`, name: `Value ${index}` }));
  const open = () =>
    openSession({
      deployment,
      toolSets: ["find", "edit", "fill"],
      seed: { workAttributes: [{ ...ACTIVITY, values }] },
    });
  const first = values.slice(0, 12).map(({ value, name }) => `${value} (${name})`);

  test("are shown up to 100, with the number of the others", async () => {
    const { reply } = await open();
    expect(await reply("get_work_attributes", {})).toEqual({
      attributes: [
        {
          key: "_Activity_",
          name: "Activity type",
          type: "STATIC_LIST",
          required: true,
          values: values.slice(0, 100),
          moreValues: 1900,
        },
      ],
    });
  });

  test("are named up to 12 in errors, with the number of the others", async () => {
    const { refusal } = await open();
    const rows = [{ issueKey: "PROJ-7", hours: 1, attributes: { _Activity_: "x".repeat(255) } }];
    expect(await refusal("fill_days", { startDate: "2026-01-12", rows })).toContain(
      `which is not an allowed value (${first.join(", ")} and 1,988 more). Set it to one of them.`,
    );
  });
});

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const team = (id: number, name: string) => ({ id, name, members: [] });

  test("of 1,000 teams with a name, an error has the ids of ten, and the number of the others", async () => {
    const teams = Array.from({ length: 1000 }, (_, index) => team(1000 + index, "Same"));
    const { refusal } = await openSession({ deployment, toolSets: ["team"], seed: { teams } });
    expect(await refusal("get_team_timesheets", { team: "same" })).toBe(
      '1000 teams have the name "Same", so nothing more was read. Call again with the id of one: 1000, 1001, 1002, 1003, 1004, 1005, ' +
        "1006, 1007, 1008, 1009 and 990 more.",
    );
    expect(await refusal("get_team_totals", { team: "other", startDate: "2026-01-01" })).toBe(
      'Tempo shows you no team "other", so nothing more was read. Take one of these: ' +
        `${Array(10).fill('"Same"').join(", ")} and 990 more.`,
    );
  });

  test("a team of 600 shows 500 members, and counts the others in its summary", async () => {
    const colleagues = people(600);
    const members = colleagues.map((person) => ({ accountId: person.accountId }));
    const { reply } = await openSession({
      deployment,
      toolSets: ["team"],
      seed: { colleagues, teams: [{ id: 7, name: "Delivery", members }] },
    });
    const shown = await reply("get_team_timesheets", { team: "7" });
    expect([shown.members.length, shown.moreMembers, shown.summary?.members]).toEqual([500, 100, 600]);
  });
});
