import { describe, expect, test } from "vitest";
import type { NewWorklog, SandboxSeed } from "../../../src/sandbox/state.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { datesOf } from "../../../src/timesheet/dates.ts";
import { isWrite, rejection } from "../../helpers/faults.ts";
import { ACTIVITY, COLLEAGUE, seed, worklog } from "../../helpers/seeds.ts";
import { typing } from "../../helpers/shell.ts";
import { inShort, twoTempos } from "../../helpers/two-tempos.ts";

type Kind = Deployment["kind"];

const HOUR = 3600;

/** A working week, with a comment of each day. */
const WEEK = ["05", "06", "07", "08", "09"].map((day) =>
  worklog({ startDate: `2026-01-${day}`, startTime: "09:00:00", description: `Work of ${day}` }),
);

const changed = (index: number, change: (it: NewWorklog) => NewWorklog[]) =>
  WEEK.flatMap((it, place) => (place === index ? change(it) : [it]));

function compared(
  first: readonly NewWorklog[],
  second: readonly NewWorklog[],
  {
    kinds = ["datacenter", "cloud"],
    parts = {},
  }: { kinds?: [Kind, Kind]; parts?: Partial<SandboxSeed> } = {},
) {
  return twoTempos(
    { kind: kinds[0], seed: seed({ worklogs: [...first] }) },
    { kind: kinds[1], seed: seed({ worklogs: [...second], ...parts }) },
  );
}

/** The mistakes of a move, and what compare says of each in the second week of January. */
const MISTAKES: Record<string, [second: NewWorklog[], differences: string[]]> = {
  nothing: [WEEK, []],
  "another order, start time and line ends": [
    WEEK.map((it) => ({ ...it, startTime: "08:00:00", description: `${it.description}\r\n ` })).reverse(),
    [],
  ],
  "a lost worklog": [changed(1, () => []), ["missing 2026-01-06 PROJ-123"]],
  "a doubled worklog": [changed(1, (it) => [it, it]), ["doubled 2026-01-06 PROJ-123"]],
  "a tripled worklog": [
    changed(1, (it) => [it, it, it]),
    ["doubled 2026-01-06 PROJ-123", "doubled 2026-01-06 PROJ-123"],
  ],
  "another time": [
    changed(2, (it) => [{ ...it, timeSpentSeconds: 9000, billableSeconds: 9000 }]),
    ["changed 2026-01-07 PROJ-123 hours=2h 30m"],
  ],
  "less billable time": [
    changed(2, (it) => [{ ...it, billableSeconds: 0 }]),
    ["changed 2026-01-07 PROJ-123 billableHours=0h"],
  ],
  "another comment": [
    changed(2, (it) => [{ ...it, description: "Imported" }]),
    ["changed 2026-01-07 PROJ-123 comment=Imported"],
  ],
  "another time and comment": [
    changed(2, (it) => [{ ...it, description: "", timeSpentSeconds: HOUR, billableSeconds: HOUR }]),
    ["changed 2026-01-07 PROJ-123 hours=1h comment="],
  ],
  "a shift over the end of the range": [
    changed(4, (it) => [{ ...it, startDate: "2026-01-10" }]),
    ["shifted 2026-01-09 PROJ-123 date=2026-01-10"],
  ],
  "a shift onto another worklog of that day": [
    changed(1, (it) => [{ ...it, startDate: "2026-01-07" }]),
    ["shifted 2026-01-06 PROJ-123 date=2026-01-07"],
  ],
  "a shift of more than a day": [
    changed(0, (it) => [{ ...it, startDate: "2026-01-15" }]),
    ["missing 2026-01-05 PROJ-123"],
  ],
  "a shift with another time": [
    changed(0, (it) => [{ ...it, startDate: "2026-01-04", timeSpentSeconds: HOUR, billableSeconds: HOUR }]),
    ["shifted 2026-01-05 PROJ-123 date=2026-01-04 hours=1h"],
  ],
  "another issue": [changed(0, (it) => [{ ...it, issueId: 10007 }]), ["missing 2026-01-05 PROJ-123"]],
  "a lost one, and a further one days later": [
    [...changed(0, () => []), worklog({ startDate: "2026-01-10", description: "New work" })],
    ["missing 2026-01-05 PROJ-123"],
  ],
};

describe.each<[Kind, Kind]>([
  ["datacenter", "cloud"],
  ["cloud", "datacenter"],
])("from %s to %s", (...kinds) => {
  test.each(Object.entries(MISTAKES))("%s is what is named", async (_, [second, differences]) => {
    const { json } = compared(WEEK, second, { kinds });
    const { exitCode, output } = await json("2026-01-05..2026-01-09");
    expect(output.differences.map(inShort)).toEqual(differences);
    expect({ exitCode, unknown: output.unknown, total: output.summary?.totalEntries }).toEqual({
      exitCode: differences.length === 0 ? 0 : 13,
      unknown: [],
      total: 5,
    });
  });

  test("a comparison sends nothing that writes, to either site", async () => {
    const { run, requests } = compared(
      WEEK,
      changed(1, () => []),
      { kinds },
    );
    expect(await run("2026-01")).toMatchObject({ exitCode: 13 });
    const searches = /\/(search|bulkfetch)(\/jql)?$/;
    expect(requests.filter(({ method, path }) => method !== "GET" && !searches.test(path))).toEqual([]);
    expect(new Set(requests.map(({ site }) => site))).toEqual(new Set(["old", "new"]));
  });

  test("--post logs what is missing with all its details, and again nothing", async () => {
    const first = [
      ...WEEK,
      worklog({ startDate: "2026-01-06", issueId: 10007, timeSpentSeconds: 1200, billableSeconds: 0 }),
    ];
    const { run, json, states, requests } = compared(first, [WEEK[0] as NewWorklog], { kinds });
    const posted = await run("2026-W02", { post: true, yes: true });
    expect(posted).toEqual({
      exitCode: 0,
      printed: expect.stringMatching(
        /\n5 worklogs logged, 32\.33 h\.\ntempofiller undo --profile new --batch \d+ undoes it\.\n$/,
      ),
    });
    const contentOf = ({
      id: _,
      createdAt: __,
      startTime = "00:00:00",
      attributes: ___,
      ...it
    }: NewWorklog & { id?: number; createdAt?: string }) =>
      JSON.stringify([
        it.startDate,
        startTime,
        it.issueId,
        it.timeSpentSeconds,
        it.billableSeconds,
        it.description,
      ]);
    expect([...states.new.worklogs.values()].map(contentOf).sort()).toEqual(first.map(contentOf).sort());
    requests.length = 0;
    expect(await json("2026-W02", { post: true, yes: true })).toMatchObject({
      exitCode: 0,
      output: { summary: { equal: 6, missing: 0 }, differences: [] },
    });
    expect(requests.filter(({ method, path }) => method !== "GET" && !/search|bulkfetch/.test(path))).toEqual(
      [],
    );
    expect(states.old.worklogs.size).toBe(6);
  });
});

test("a week that is shifted by a day is five shifts, although four days have equal worklogs", async () => {
  const alike = WEEK.map((it) => ({ ...it, description: "" }));
  const shifted = alike.map((it) => ({
    ...it,
    startDate: `2026-01-${String(Number(it.startDate.slice(8)) - 1).padStart(2, "0")}`,
  }));
  const { json } = compared(alike, shifted);
  const { output } = await json("2026-W02");
  expect(output.summary).toEqual({
    totalEntries: 5,
    totalHours: 40,
    equal: 0,
    renamed: 0,
    shifted: 5,
    changed: 0,
    attributeLost: 0,
    missing: 0,
    missingHours: 0,
    unknown: 0,
    doubled: 0,
    onlyOnSecond: 0,
  });
});

describe("a shift at an end of the range", () => {
  const daily = (startDate: string, endDate: string) =>
    datesOf({ startDate, endDate }).map((date) =>
      worklog({
        startDate: date,
        timeSpentSeconds: HOUR / 4,
        billableSeconds: HOUR / 4,
        description: "Daily",
      }),
    );

  test.each([
    ["later, over the end", daily("2026-03-30", "2026-04-03"), daily("2026-03-31", "2026-04-04"), 2],
    [
      "later, over the end and a weekend",
      daily("2026-03-27", "2026-04-09"),
      daily("2026-03-28", "2026-04-10"),
      5,
    ],
    ["earlier, over the start", daily("2026-02-24", "2026-03-02"), daily("2026-02-23", "2026-03-01"), 2],
  ])("%s is seen as a whole, so --post logs nothing", async (_, first, second, shifted) => {
    const { json, states } = compared(first, second);
    const { exitCode, output } = await json("2026-03", { post: true, yes: true });
    expect({ exitCode, summary: output.summary }).toMatchObject({
      exitCode: 13,
      summary: { totalEntries: shifted, shifted, missing: 0, unknown: 0 },
    });
    expect(states.new.worklogs.size).toBe(second.length);
  });

  test("is none where the new site has none of the equal worklogs of many days: all are missing", async () => {
    const { json } = compared(daily("2026-02-01", "2026-04-30"), []);
    expect((await json("2026-03")).output.summary).toMatchObject({ missing: 31, unknown: 0 });
  });
});

test("the table names the profile of each worklog, and says how to correct them", async () => {
  const second = changed(1, (it) => [{ ...it, startDate: "2026-01-07" }]);
  const { run } = compared(WEEK, [...second, WEEK[0] as NewWorklog]);
  const { printed } = await run("2026-W02", { width: 200 });
  expect(printed.replaceAll(/worklog \d+|\d+ of new/g, (it) => it.replace(/\d+/, "ID"))).toBe(
    `2026-01-05  PROJ-123  8 h  doubled  worklog ID of new is a copy: Work of 05
2026-01-06  PROJ-123  8 h  shifted  is on 2026-01-07 (worklog ID of old, ID of new)
2026-W02: 5 worklogs of old, 40 h: 4 equal, 1 shifted by a day.
Besides, new has 1 doubled.
To correct a worklog of new, use tempofiller change or delete with its id and --profile new, or Tempo.
`,
  );
});

test("two equal worklogs are two: of one that is there, the other is missing, and --post logs it alone", async () => {
  const [monday] = WEEK as [NewWorklog];
  const { run, json, states } = compared([monday, monday, monday], [monday]);
  expect((await json("2026-W02")).output.summary).toMatchObject({ equal: 1, missing: 2 });
  expect(await run("2026-W02", { post: true, yes: true })).toMatchObject({ exitCode: 0 });
  expect(states.new.worklogs.size).toBe(3);
  expect(await run("2026-W02", { post: true, yes: true })).toMatchObject({ exitCode: 0 });
  expect(states.new.worklogs.size).toBe(3);
});

test("worklogs outside the range and of others are not reported, and those that only the second site has are counted", async () => {
  const outside = [worklog({ startDate: "2026-01-04" }), worklog({ startDate: "2026-01-10" })];
  const ofKim = { ...worklog({ startDate: "2026-01-06" }), accountId: COLLEAGUE.accountId };
  const { json } = compared(
    [...WEEK, ...outside, ofKim],
    [...WEEK, worklog({ startDate: "2026-01-06", issueId: 10004 })],
  );
  const { exitCode, output } = await json("2026-01-05..2026-01-09");
  expect({ exitCode, differences: output.differences }).toEqual({ exitCode: 0, differences: [] });
  expect(output.summary).toMatchObject({ totalEntries: 5, equal: 5, onlyOnSecond: 1 });
});

describe("attributes", () => {
  const ROLE = { id: 8, key: "_Role_", name: "Role", required: false };
  const AREA = { id: 9, key: "_Area_", name: "Area", required: false };
  const first = seed({
    workAttributes: [{ ...ACTIVITY, required: false }, ROLE, AREA],
    worklogs: WEEK.map((it) => ({ ...it, attributes: { _Activity_: "dev", _Role_: "Lead", _Area_: "" } })),
  });
  /** The same attributes with keys and values of their own. */
  const there = {
    workAttributes: [
      {
        id: 1,
        key: "_Type_",
        name: "activity type",
        required: false,
        values: [
          { value: "1", name: "Development" },
          { value: "2", name: "Operations" },
        ],
      },
      { id: 2, key: "_Function_", name: "Role", required: false },
    ],
  };

  test("are compared by name and shown value, whatever their keys", async () => {
    const values: Record<string, string>[] = [
      { _Type_: "1", _Function_: "Lead" },
      { _Type_: "1" },
      { _Type_: "2", _Function_: "Lead" },
      {},
      { _Type_: "1", _Function_: "Lead", _Other_: "x" },
    ];
    const worklogs = WEEK.map((it, index) => ({ ...it, attributes: values[index] ?? {} }));
    const { json } = twoTempos({ kind: "datacenter", seed: first }, { seed: seed({ ...there, worklogs }) });
    const { output } = await json("2026-W02");
    expect(output.differences.map(inShort)).toEqual([
      "attribute_lost 2026-01-06 PROJ-123 Role",
      "changed 2026-01-07 PROJ-123 Activity type=Operations",
      "attribute_lost 2026-01-08 PROJ-123 Activity type Role",
    ]);
    expect(output.summary).toMatchObject({ equal: 2, changed: 1, attributeLost: 2 });
  });

  test("are logged as the second site has them, without those that it does not have, which is said", async () => {
    const { run, json, states } = twoTempos(
      { kind: "datacenter", seed: first },
      { seed: seed({ workAttributes: there.workAttributes.slice(0, 1) }) },
    );
    const { exitCode, printed } = await run("2026-W02", { post: true, yes: true });
    expect(printed).toContain(
      "new has no work attribute Role, so 5 of the missing are logged without it.\nThe 5 dates from 2026-01-05 to 2026-01-09 are 316 to 320 days before today, 2026-11-21.\n5 worklogs logged, 40 h.",
    );
    expect([...states.new.worklogs.values()].map(({ attributes }) => attributes)).toEqual(
      WEEK.map(() => ({ _Type_: "1" })),
    );
    expect(exitCode).toBe(0);
    expect(await json("2026-W02", { post: true, yes: true })).toMatchObject({
      exitCode: 13,
      output: { summary: { attributeLost: 5, missing: 0 } },
    });
    expect(states.new.worklogs.size).toBe(5);
  });

  test("tell which of equal worklogs is there: the other one is logged with its own", async () => {
    const ofMonday = (role: string | undefined) => ({
      ...worklog({ startDate: "2026-01-05", timeSpentSeconds: HOUR }),
      ...(role !== undefined && { attributes: { _Role_: role } }),
    });
    const worklogs = ["Lead", "Lead", "Developer", undefined].map(ofMonday);
    const workAttributes = [ROLE];
    for (const existing of worklogs) {
      const { json, states } = twoTempos(
        { kind: "datacenter", seed: seed({ workAttributes, worklogs }) },
        { seed: seed({ workAttributes, worklogs: [existing] }) },
      );
      const { exitCode, output } = await json("2026-W02", { post: true, yes: true });
      expect({ exitCode, stored: output.posted?.logged }).toEqual({ exitCode: 0, stored: 3 });
      const roles = [...states.new.worklogs.values()].map(({ attributes = {} }) => attributes._Role_ ?? "");
      expect(roles.sort()).toEqual(["", "Developer", "Lead", "Lead"]);
    }
  });

  test.each(["first", "second"] as const)(
    "that the %s site cannot name are never guessed: nothing is compared",
    async (which) => {
      const upstream = (fetch: (request: Request) => Promise<Response>) => async (request: Request) =>
        new URL(request.url).pathname.includes("work-attribute")
          ? new Response("{}", { status: 403 })
          : fetch(request);
      const { run, states } = twoTempos(
        { kind: "datacenter", seed: first, ...(which === "first" && { upstream }) },
        { seed: seed(there), ...(which === "second" && { upstream }) },
      );
      const name = { first: "old", second: "new" }[which];
      expect(await run("2026-W02", { post: true, yes: true })).toEqual({
        exitCode: 4,
        error: expect.stringMatching(`^Nothing was compared, since ${name} could not be read: .+403`),
        printed: "",
      });
      expect(states.new.worklogs.size).toBe(0);
    },
  );
});

describe("issues", () => {
  const issues = seed().issues.map((it) =>
    it.key === "PROJ-123" ? { ...it, id: 77, key: "CLOUD-1", formerKeys: ["PROJ-123"] } : it,
  );

  test("that have another key are named once, and what is logged on them has the new key", async () => {
    const worklogs = WEEK.slice(1).map((it) => ({ ...it, issueId: 77 }));
    const { json, run, states } = compared(WEEK, worklogs, { parts: { issues } });
    const { exitCode, output } = await json("2026-W02");
    expect({ exitCode, renamed: output.renamed, summary: output.summary }).toMatchObject({
      exitCode: 13,
      renamed: [{ issueKey: "PROJ-123", newKey: "CLOUD-1", entryCount: 4 }],
      summary: { renamed: 4, equal: 0, missing: 1 },
    });
    const { printed } = await run("2026-W02", { post: true, yes: true });
    expect(printed).toContain("PROJ-123 is CLOUD-1 on new: 4 worklogs.");
    expect([...states.new.worklogs.values()].map(({ issueId }) => issueId)).toEqual([77, 77, 77, 77, 77]);
  });

  test("that a Jira does not show are unknown, not missing, and nothing is logged for them", async () => {
    const there = seed().issues.map((it) => (it.key === "PROJ-7" ? { ...it, hidden: true } : it));
    const first = [
      worklog({ startDate: "2026-01-05", issueId: 10099 }),
      worklog({ startDate: "2026-01-06", issueId: 10007 }),
    ];
    const second = [worklog({ startDate: "2026-01-06", issueId: 10007 })];
    const { json, run, states } = compared(first, second, { parts: { issues: there } });
    const { exitCode, output } = await json("2026-W02", { post: true, yes: true });
    expect({ exitCode, differences: output.differences, unknown: output.unknown }).toEqual({
      exitCode: 13,
      differences: [],
      unknown: [
        {
          profile: "old",
          issueKey: "10099",
          entryCount: 1,
          reason:
            "The Jira of old does not show you issue 10099: it is not there, or you have no access to it.",
        },
        {
          profile: "new",
          issueKey: "PROJ-7",
          entryCount: 1,
          reason:
            "The Jira of new does not show you issue PROJ-7: it is not there, or you have no access to it.",
        },
      ],
    });
    expect(output.summary).toMatchObject({ totalEntries: 2, unknown: 2, missing: 0, onlyOnSecond: 1 });
    expect((await run("2026-W02")).printed).toContain("2026-W02: 2 worklogs of old, 16 h: 2 unknown.");
    expect(states.new.worklogs.size).toBe(1);
  });
});

test.each<[string, "first" | "second"]>([
  ["old", "first"],
  ["new", "second"],
])("where %s cannot be read, the reason is said and nothing is called missing", async (name, which) => {
  const upstream = () => async () => new Response('{"errors":[{"message":"no"}]}', { status: 401 });
  const tempos = { first: { seed: seed({ worklogs: WEEK }) }, second: { seed: seed() } };
  const { run } = twoTempos(
    { ...tempos.first, ...(which === "first" && { upstream }) },
    { ...tempos.second, ...(which === "second" && { upstream }) },
  );
  for (const json of [true, false])
    expect(await run("2026-W02", { post: true, yes: true, json })).toEqual({
      exitCode: 4,
      error: expect.stringMatching(`^Nothing was compared, since ${name} could not be read: .+401`),
      printed: "",
    });
});

describe("--post", () => {
  test("says with --json too which attributes are left out, and which dates are far from today", async () => {
    const role = { id: 8, key: "_Role_", name: "Role", required: false };
    const worklogs = [...WEEK.slice(0, 2), worklog({ startDate: "2025-06-02" })].map((it) => ({
      ...it,
      attributes: { _Role_: "Lead" },
    }));
    const { json, states } = twoTempos(
      { kind: "datacenter", seed: seed({ workAttributes: [role], worklogs }) },
      { seed: seed({ workAttributes: [] }) },
    );
    const leftOut = "new has no work attribute Role, so 3 of the missing are logged without it.";
    const far = "The 3 dates from 2025-06-02 to 2026-01-06 are 319 to 537 days before today, 2026-11-21.";
    const planned = await json("2025-06-01..2026-01-31", { post: true });
    expect({ warnings: planned.output.warnings, size: states.new.worklogs.size }).toEqual({
      warnings: [leftOut, far],
      size: 0,
    });
    const posted = await json("2025-06-01..2026-01-31", { post: true, yes: true });
    expect(posted.output).toMatchObject({ warnings: [leftOut, far], posted: { logged: 3 } });
    expect((await json("2025-06-01..2026-01-31", { post: true, yes: true })).output).not.toHaveProperty(
      "warnings",
    );
  });

  test("with nothing to log says so", async () => {
    const { run, json } = compared(WEEK, WEEK);
    expect(await run("2026-W02", { post: true })).toEqual({
      exitCode: 0,
      printed: "2026-W02: 5 worklogs of old, 40 h: 5 equal.\nNothing is missing, so nothing was logged.\n",
    });
    expect(await json("2026-W02", { post: true })).toMatchObject({ exitCode: 0 });
  });

  test("shows what is missing and asks once; no, or no terminal, logs nothing and says what to type", async () => {
    const { run, states } = compared(WEEK.slice(0, 2), []);
    const again = {
      error: "Nothing was logged. To log what is missing, type:",
      command: "tempofiller compare old new 2026-01-05..2026-01-11 --post --yes",
    };
    const table = `2026-01-05  PROJ-123  8 h  missing  Work of 05
2026-01-06  PROJ-123  8 h  missing  Work of 06
2026-W02: 2 worklogs of old, 16 h: 2 missing (16 h).
2026-01-05 and 2026-01-06 are 319 to 320 days before today, 2026-11-21.
`;
    const question = "Log 2 missing worklogs, 16 h, on new? [y/N] ";
    expect(await run("2026-W02", { post: true })).toEqual({ exitCode: 2, ...again, printed: table });
    expect(await run("2026-W02", { post: true, terminal: typing("n\n") })).toEqual({
      exitCode: 130,
      ...again,
      printed: table + question,
    });
    expect(states.new.worklogs.size).toBe(0);
    expect(await run("2026-W02", { post: true, terminal: typing("y\n") })).toMatchObject({
      exitCode: 0,
      printed: expect.stringContaining("2 worklogs logged, 16 h.\n"),
    });
    expect(states.new.worklogs.size).toBe(2);
  });

  test("with --json never asks, and prints one object", async () => {
    const { json, states } = compared(WEEK, []);
    expect(await json("2026-W02", { post: true, terminal: typing("y\n") })).toMatchObject({
      exitCode: 13,
      warning: "Nothing was logged. To log what is missing, type:",
      output: { summary: { missing: 5 } },
    });
    expect(states.new.worklogs.size).toBe(0);
    const { exitCode, output } = await json("2026-W02", { post: true, yes: true });
    expect({ exitCode, posted: output.posted }).toEqual({
      exitCode: 0,
      posted: { logged: 5, totalHours: 40, batch: expect.any(String), failures: [] },
    });
  });

  test("refuses what cannot be logged as it is, logs the others, and says so", async () => {
    const first = [
      WEEK[0] as NewWorklog,
      worklog({ startDate: "2026-01-06", billableSeconds: HOUR }),
      worklog({ startDate: "2026-01-07", timeSpentSeconds: 30, billableSeconds: 30 }),
    ];
    const { run, states } = compared(first, []);
    const { exitCode, error, printed } = await run("2026-W02", { post: true, yes: true });
    expect({ exitCode, error }).toEqual({
      exitCode: 9,
      error: "2 of 3 missing worklogs were not logged. Repeat the command: it logs only what is missing.",
    });
    expect(printed.replaceAll(/\s+/g, " ")).toContain(
      "2026-01-06 PROJ-123 was not logged: Not sent: 1h of its 8h are billable, and only all or nothing of an entry can be logged so. Log it in Tempo.",
    );
    expect(printed).toContain("Tempo takes 1m to 24h, not 30s.");
    expect([...states.new.worklogs.values()].map(({ description }) => description)).toEqual(["Work of 05"]);
  });

  test.each<[string, Partial<NewWorklog>]>([
    ["its billable time", { billableSeconds: 0 }],
    ["its comment", { description: "<p>Work of 05</p>" }],
  ])(
    "logs the second of two equal worklogs later, though storing the first one changed %s",
    async (_, change) => {
      const [monday] = WEEK as [NewWorklog];
      let writes = 0;
      const upstream = (fetch: Fetch) => async (request: Request) => {
        if (isWrite(request)) writes += 1;
        return isWrite(request) && writes === 2 ? rejection(400, "Not now") : fetch(request);
      };
      const { json, states } = twoTempos(
        { seed: seed({ worklogs: [monday, monday] }) },
        { kind: "datacenter", seed: seed(), upstream },
      );
      states.new.behaviour.change = (it) => ({ ...it, ...change });
      const post = async () => (await json("2026-W02", { post: true, yes: true })).output.posted;
      expect(await post()).toMatchObject({ logged: 1, failures: [{ date: "2026-01-05" }] });
      expect(await post()).toEqual({ logged: 1, totalHours: 8, batch: expect.any(String), failures: [] });
      expect(await post()).toBeUndefined();
      expect(states.new.worklogs.size).toBe(2);
    },
  );

  test("is refused where the second site's settings allow only what reads", async () => {
    const { run, server, requests } = compared(WEEK, []);
    server.settings = { ...server.settings, readOnly: true };
    await expect(run("2026-W02", { post: true, yes: true })).rejects.toThrow(
      "compare --post logs hours, but TEMPO_READ_ONLY allows only what reads",
    );
    expect(requests).toEqual([]);
  });
});
