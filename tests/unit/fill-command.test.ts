import { describe, expect, test } from "vitest";
import { fillHours, rowOf } from "../../src/cli/fill/fill.ts";
import { isReply } from "../../src/contract/index.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { Ledger } from "../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../src/timesheet/ledger/records.ts";
import { outOfTime } from "../../src/timesheet/not-sent.ts";
import { embedded, TODAY } from "../helpers/demo-month.ts";
import { shown, typing } from "../helpers/shell.ts";
import { writer } from "../helpers/writer.ts";

type FillOptions = Parameters<typeof fillHours>[0];
type Kind = "cloud" | "datacenter";

function openFill(kind: Kind = "cloud") {
  const { server, state } = embedded(demoSeed(TODAY), kind);
  const before = state.worklogs.size;
  const fill = (line: string, options: Partial<FillOptions> = {}) =>
    shown(({ print, signal }) =>
      fillHours(
        {
          args: line.split(" "),
          message: undefined,
          billable: true,
          yes: false,
          confirm: undefined,
          json: false,
          readOnly: false,
          width: 80,
          site: [],
          terminal: undefined,
          signal,
          print,
          ...options,
        },
        server,
      ),
    );
  return { fill, server, state, added: () => [...state.worklogs.values()].slice(before) };
}

const TO_LOG = "tempofiller fill 2026-11-16..2026-11-21 DEMO-2=0:30 DEMO-1 -m 'it'\\''s' --confirm ";

describe.each<Kind>(["cloud", "datacenter"])("tempofiller fill on %s", (kind) => {
  const wanted = { message: "it's" };

  test("shows the plan and, without a terminal, says on stderr what to type, which logs it", async () => {
    const { fill, added } = openFill(kind);
    const planned = await fill("this-week DEMO-2=0:30 DEMO-1", wanted);
    expect(planned).toEqual({
      exitCode: 2,
      error: "Nothing was logged. To log this plan, type:",
      command: expect.stringContaining(TO_LOG),
      printed: `DEMO-2 Fix rounding of partial hours in the export: it's
DEMO-1 Implement user authentication: it's
2026-11-17  Tue  DEMO-2 0.5 h, DEMO-1 7.5 h
Full: 16, 18-19, 20 (Spring cleaning) November 2026
Off: 21 November 2026
`,
    });
    expect(added()).toEqual([]);
    const confirm = planned.command?.split(" ").at(-1);
    expect(await fill("2026-11-16..2026-11-21 DEMO-2=0:30 DEMO-1", { ...wanted, confirm })).toEqual({
      exitCode: 0,
      printed: "2 worklogs, 8 h, stored as 1290070, 1290071; nothing is missing.\n",
    });
    expect(added().map((worklog) => [worklog.timeSpentSeconds, worklog.description])).toEqual([
      [1800, "it's"],
      [27_000, "it's"],
    ]);
    expect(await fill("this-week DEMO-2=0:30 DEMO-1", { ...wanted, yes: true })).toMatchObject({
      exitCode: 0,
      printed: expect.stringContaining(
        "There is nothing to log from 2026-11-16 to 2026-11-21: no hours are missing.\n",
      ),
    });
    expect(added().length).toBe(2);
  });

  test("asks once on a terminal, and logs only after yes", async () => {
    const { fill, added } = openFill(kind);
    const refused = await fill("this-week DEMO-1", { terminal: typing("no\n") });
    expect(refused).toMatchObject({
      exitCode: 130,
      error: expect.stringContaining("Nothing was logged. To log"),
    });
    expect(refused.printed).toMatch(/\nLog 8 h on 1 day\? \[y\/N\] $/);
    expect(added()).toEqual([]);
    const agreed = await fill("this-week DEMO-1", { terminal: typing("y\n") });
    expect(agreed).toMatchObject({ exitCode: 0 });
    expect(agreed.printed).toMatch(/\[y\/N\] 1 worklog, 8 h, stored as 1290070; nothing is missing\.\n$/);
  });

  test("--yes logs the current month up to today, if no dates are named", async () => {
    const { fill, added } = openFill(kind);
    expect(await fill("DEMO-1@mon-wed DEMO-3@thu,fri", { yes: true, billable: false })).toMatchObject({
      exitCode: 0,
    });
    const logged = added().map(({ startDate, billableSeconds }) => [startDate, billableSeconds]);
    expect(logged.sort()).toEqual([
      ["2026-11-04", 0],
      ["2026-11-06", 0],
      ["2026-11-10", 0],
      ["2026-11-17", 0],
    ]);
  });

  test("names the ids of what was stored in the order of the dates", async () => {
    const { fill, state } = openFill(kind);
    const { printed } = await fill("2026-11-04..2026-11-10 DEMO-2=0:30 DEMO-1", { yes: true });
    const [, ids = ""] = /stored as ([\d, ]+);/.exec(printed.replaceAll(/\s+/g, " ")) ?? [];
    const dates = ids.split(", ").map((id) => state.worklogs.get(Number(id))?.startDate);
    expect(dates).toEqual([
      "2026-11-04",
      "2026-11-04",
      "2026-11-06",
      "2026-11-06",
      "2026-11-10",
      "2026-11-10",
    ]);
  });

  test("names what failed, with exit code 9", async () => {
    const { fill, state, added } = openFill(kind);
    state.behaviour.reject = ({ startDate }) => (startDate === "2026-11-10" ? ["Closed"] : []);
    const filled = await fill("2026-11-10..2026-11-17 DEMO-1", { yes: true });
    expect(filled).toMatchObject({ exitCode: 9, error: "1 of 2 entries failed." });
    expect(filled.printed).toMatch(
      /^DEMO-1 Implement user authentication\n2026-11-10 {2}Tue {2}DEMO-1 8 h\n2026-11-17 {2}Tue {2}DEMO-1 8 h\n[\s\S]*\n1 worklog, 8 h, stored as 1290070; 8 h are missing\.\n2026-11-10 DEMO-1 failed: /,
    );
    expect(added().length).toBe(1);
    state.behaviour.reject = () => ["Closed"];
    expect(await fill("2026-11-10 DEMO-1", { yes: true })).toMatchObject({
      exitCode: 9,
      printed: expect.stringMatching(
        /\nNothing was stored; 8 h are missing\.\n2026-11-10 DEMO-1 failed: .*Closed/,
      ),
    });
  });
});

test("a plan has a line for each day that gets hours, one for full days and one for days off, in 60 columns", async () => {
  const { fill } = openFill();
  const { printed } = await fill("november DEMO-2=0:20@mon-wed DEMO-3=1h DEMO-1", {
    billable: false,
    width: 60,
  });
  expect(printed).toBe(`DEMO-2 Fix rounding of partial hours in the export
DEMO-3 Code review
DEMO-1 Implement user authentication
They are not billable.
2026-11-04  Wed  DEMO-2 20m, DEMO-3 1 h, DEMO-1 6h 40m
2026-11-06  Fri  DEMO-3 1 h, DEMO-1 3 h (4 h logged)
2026-11-10  Tue  DEMO-2 20m, DEMO-3 1 h, DEMO-1 6h 40m
2026-11-17  Tue  DEMO-2 20m, DEMO-3 1 h, DEMO-1 6h 40m
Full: 2-3, 5, 9, 12-13, 16, 18-19, 20 (Spring cleaning)
    November 2026
Off: 1, 7-8, 11 (Founders' Day), 14-15, 21 November 2026
`);
});

test("a plan that has nothing to log says which days are full and off, over two months", async () => {
  const { fill } = openFill();
  const { printed, exitCode } = await fill("2026-11-02..2026-11-03 DEMO-1");
  expect({ printed, exitCode }).toEqual({
    exitCode: 0,
    printed: `Full: 2-3 November 2026
There is nothing to log from 2026-11-02 to 2026-11-03: no hours are missing.
`,
  });
  expect((await fill("2026-10-30..2026-11-02 DEMO-1")).printed).toBe(`Full: 30 October 2026, 2 November 2026
Off: 31 October 2026, 1 November 2026
There is nothing to log from 2026-10-30 to 2026-11-02: no hours are missing.
`);
});

test("an error of what was not sent names the command to repeat, not a call", async () => {
  const { fill, server } = openFill();
  server.writers = { run: () => Promise.reject(outOfTime()) };
  expect(await fill("2026-11-17 DEMO-1", { yes: true })).toMatchObject({
    exitCode: 7,
    error: expect.stringContaining("Run the same command again"),
  });
});

test("a day of unknown outcome is left out with what was tried, not with a call", async () => {
  const { fill, server } = openFill();
  const { clock } = server;
  const ledger = new Ledger(journalInMemory(), clock);
  const sent = { date: "2026-11-10", seconds: 3600, billableSeconds: 3600, comment: "", issueId: "10001" };
  ledger.intend([{ op: "create", wanted: ledger.wanted(sent, "DEMO-1") }]);
  server.writers = { run: (_, __, write) => write(writer(ledger)) };
  // A command with the usual time would wait until it is decided.
  server.settings = { ...server.settings, budget: 40_000 };
  expect((await fill("2026-11-10 DEMO-1", { width: 300 })).printed).toMatch(
    /Not 2026-11-10: An earlier attempt has sent .* It may still take effect until \d\d:\d\d:\d\d, 2\d\d seconds from now\. Plan it again then\n/,
  );
});

test("--json says what failed in the words of a shell", async () => {
  const { fill, state } = openFill("datacenter");
  state.behaviour.reject = ({ startDate }) => {
    if (startDate === "2026-11-10") throw new TypeError("fetch failed");
    return [];
  };
  const { error } = await fill("2026-11-10..2026-11-17 DEMO-1", { yes: true, json: true });
  expect(error).toMatch(/^1 of 2 entries failed\. 2026-11-10 DEMO-1: .* Run the same command again/);
});

test.each([
  ["shows", false, "printed"],
  ["says on stderr, if it logs without asking,", true, "warning"],
] as const)("a plan %s that Tempo does not list hours of Jira yet", async (_, yes, where) => {
  const { fill, state } = openFill();
  const { issues, me } = state.seed;
  const started = "2026-11-17T09:00:00";
  const logged = {
    id: 1,
    issueId: issues[0]?.id ?? 0,
    accountId: me.accountId,
    timeSpentSeconds: 3600,
    started,
  };
  state.seed.jiraWorklogs = [logged];
  expect((await fill("this-week DEMO-1", { yes }))[where]).toContain("are not in Tempo yet: 1 h on");
});

test("--json prints the plan, and never asks; --yes the result", async () => {
  const { fill } = openFill();
  const planned = await fill("this-week DEMO-1", { json: true, terminal: typing("y\n") });
  const plan = JSON.parse(planned.printed);
  expect(isReply("fill_days", plan)).toBe(true);
  expect({ ...planned, printed: plan }).toEqual({
    exitCode: 0,
    printed: expect.objectContaining({ logged: false, confirm: expect.any(String) }),
    warning: "Nothing was logged. To log this plan, type:",
    command: `tempofiller fill 2026-11-16..2026-11-21 DEMO-1 --confirm ${plan.confirm}`,
  });
  const { printed } = await fill("this-week DEMO-1", { json: true, yes: true });
  expect(JSON.parse(printed)).toMatchObject({ logged: true });
});

test("a plan that is another one than was confirmed is shown, and nothing is logged", async () => {
  const { fill, added } = openFill();
  const { printed, error, exitCode, command } = await fill("this-week DEMO-1", {
    confirm: "0badd1e5",
    site: ["--sandbox"],
  });
  expect({ exitCode, error, command }).toEqual({
    exitCode: 9,
    error: "Nothing was logged: the plan is another one by now. To log this plan, type:",
    command: expect.stringMatching(
      /^tempofiller fill 2026-11-16\.\.2026-11-21 DEMO-1 --sandbox --confirm \w+$/,
    ),
  });
  expect(printed).toContain("\n2026-11-17  Tue  DEMO-1 8 h\n");
  expect(added()).toEqual([]);
});

test.each([
  ["PROJ-7", { issueKey: "PROJ-7" }],
  ["PROJ-7=2h", { issueKey: "PROJ-7", hours: 2 }],
  ["proj-7@mon,wed-fri", { issueKey: "proj-7", weekdays: ["Monday", "Wednesday", "Thursday", "Friday"] }],
  [
    "PROJ-7=0:30@friday-mon",
    { issueKey: "PROJ-7", hours: 0.5, weekdays: ["Sunday", "Monday", "Friday", "Saturday"] },
  ],
])("%s is the row %j", (word, row) => {
  expect(rowOf(word)).toEqual(row);
});

test.each<[string, string, Partial<FillOptions>]>([
  ["lastweek DEMO-1", "'lastweek' names no dates. Did you mean last-week?", {}],
  ["DEMO-1=", "'' is no time.", {}],
  ["DEMO-1@", "'' in 'DEMO-1@' is no weekday.", {}],
  ["last-week DEMO-1@mon-fri DEMO-2=1h DEMO-3@fri", "DEMO-1@mon-fri and DEMO-3@fri take what is left", {}],
  ["DEMO-1@mon-", "'mon-' in 'DEMO-1@mon-' is no weekday.", {}],
  ["DEMO-1@mon-tue-wed", "'mon-tue-wed' in", {}],
  ["DEMO-1=2h=3h", "'2h=3h' is no time.", {}],
  [
    "DEMO-1",
    "fill logs hours, but TEMPO_READ_ONLY allows only what reads. Unset it to log some.",
    { readOnly: true },
  ],
])("%j is refused before anything is sent", async (line, message, options) => {
  await expect(openFill().fill(line, options)).rejects.toThrow(message);
});
