import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logHours } from "../../src/cli/log/log-hours.ts";
import { UsageError } from "../../src/cli/usage-error.ts";
import { isReply } from "../../src/contract/index.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { outOfTime } from "../../src/timesheet/not-sent.ts";
import { embedded, TODAY } from "../helpers/demo-month.ts";
import { isWrite } from "../helpers/faults.ts";
import { fencedBlocks } from "../helpers/fenced-blocks.ts";
import { ROOT } from "../helpers/root.ts";
import { shown, typing } from "../helpers/shell.ts";

type LogOptions = Parameters<typeof logHours>[0];
type Kind = "cloud" | "datacenter";

const ACCOUNT = { id: 9, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" } as const;
const ROLE = {
  id: 8,
  key: "_Role_",
  name: "Role",
  required: false,
  values: [
    { value: "cons", name: "Consultant" },
    { value: "dev", name: "Developer" },
  ],
};
const ATTRIBUTED = {
  workAttributes: [ACCOUNT, ROLE, { id: 7, key: "_Note_", name: "Note", required: false }],
};

/** An embedded Tempo as of a Saturday, and the command on it. */
function openLog(kind: Kind = "cloud", upstream?: Parameters<typeof embedded>[2], seed = {}) {
  const { server, state } = embedded({ ...demoSeed(TODAY), ...seed }, kind, upstream);
  const log = (line: string, options: Partial<LogOptions> = {}) =>
    shown(({ print, signal }) =>
      logHours(
        {
          args: line.split(" "),
          message: undefined,
          start: undefined,
          billable: true,
          yes: false,
          json: false,
          readOnly: false,
          stdin: typing("From stdin\n"),
          terminal: undefined,
          signal,
          print,
          ...options,
        },
        server,
      ),
    );
  return { log, state, server };
}

describe.each<Kind>(["cloud", "datacenter"])("tempofiller log on %s", (kind) => {
  test("logs hours, and shows what was stored and what the day has then", async () => {
    const { log, state } = openLog(kind);
    expect(await log("DEMO-1 1h30 -4", { message: "Fix it" })).toEqual({
      exitCode: 0,
      printed: `DEMO-1 Implement user authentication
2026-11-17  1.5 h  1290070  1.5 of 8 h that day, 6.5 h missing
`,
    });
    expect(state.worklogs.get(1_290_070)).toMatchObject({
      startDate: "2026-11-17",
      timeSpentSeconds: 5400,
      billableSeconds: 5400,
      description: "Fix it",
    });
  });

  test.each([
    ["1 h", 3600],
    ["1h 30", 5400],
    ["1 hour 30 mins", 5400],
  ])("takes hours of several words: %s", async (hours, seconds) => {
    const { log, state } = openLog(kind);
    expect(await log(`DEMO-1 ${hours} -4`)).toMatchObject({ exitCode: 0 });
    expect(state.worklogs.get(1_290_070)).toMatchObject({
      startDate: "2026-11-17",
      timeSpentSeconds: seconds,
    });
  });

  test.each(["1h 90m", "2 30m", "m", "2h 3m 4m"])(
    "logs nothing for hours that are no time: %s",
    async (hours) => {
      const { log, state } = openLog(kind);
      const stored = state.worklogs.size;
      await expect(log(`DEMO-1 ${hours}`)).rejects.toBeInstanceOf(UsageError);
      expect(state.worklogs.size).toBe(stored);
    },
  );

  test.each([
    ["5m", 300, "5m"],
    ["1m", 60, "1m"],
    ["0.33333333333333", 1200, "20m"],
  ])("takes less than the tools do, and odd decimals: %s", async (hours, seconds, text) => {
    const { log, state } = openLog(kind);
    const { exitCode, printed } = await log(`DEMO-1 ${hours} -4`);
    expect({ exitCode, row: printed.split("\n")[1] }).toEqual({
      exitCode: 0,
      row: expect.stringContaining(`2026-11-17  ${text}  1290070`),
    });
    expect(state.worklogs.get(1_290_070)).toMatchObject({ timeSpentSeconds: seconds });
    // The same time is the same entry, however it is written.
    expect((await log(`DEMO-1 ${seconds / 60}m -4`)).printed).toContain("logged already");
  });

  test.each(["0.33", "0,333h"])("says what %s was taken for", async (hours) => {
    const { log } = openLog(kind);
    const { printed } = await log(`DEMO-1 ${hours} -4`);
    expect(printed).toMatch(/ {2}20m {2}.*\n0[.,]33+ h is 20m\.\n$/);
    expect(await log(`DEMO-1 ${hours} -5`, { json: true })).toMatchObject({
      exitCode: 0,
      warning: expect.stringMatching(/^0[.,]33+ h is 20m\./),
    });
  });

  test("lists the days of a range of which some failed, with what they have then", async () => {
    const { log, state } = openLog(kind);
    state.behaviour.reject = ({ startDate }) => (startDate === "2026-11-10" ? ["Closed"] : []);
    const failed = await log("DEMO-1 1h 2026-11-09..2026-11-12");
    const [issue, first, second, refused] = failed.printed.split("\n");
    expect({ issue, first, second }).toEqual({
      issue: "DEMO-1 Implement user authentication",
      first: "2026-11-09  1 h  1290070  9 of 8 h that day",
      second: "2026-11-12  1 h  1290071  9 of 8 h that day",
    });
    expect(refused).toMatch(/^2026-11-10 failed: .*Closed/);
    expect(failed).toMatchObject({
      exitCode: 9,
      error: "1 of 3 days failed.",
    });
  });

  test("says how far dates are of what it stored itself, if other days failed too", async () => {
    const { log, state } = openLog(kind);
    state.behaviour.reject = ({ startDate }) => (startDate === "2024-02-06" ? ["Closed"] : []);
    const far = "2024-02-05 is 1020 days before today, 2026-11-21. If that is not meant, ";
    const { printed } = await log("DEMO-1 1h 2024-02-05..2024-02-06");
    expect(printed.split("\n").slice(2)).toEqual([
      expect.stringMatching(/^2024-02-06 failed: /),
      `${far}undo it with tempofiller undo.`,
      "",
    ]);
    const again = await log("DEMO-1 1h 2024-02-05");
    expect(again.printed).toContain(`\n${far}use other dates.\n`);
    expect((await log("DEMO-1 1h 2024-02-05..2024-02-06")).printed).not.toContain("days before");
  });

  test("logs what docs/cli.md shows", async () => {
    const blocks = fencedBlocks(await readFile(join(ROOT, "docs/cli.md"), "utf8"));
    const shownThere = blocks.filter(({ headings }) => headings[2] === "tempofiller log");
    const { printed } = await openLog(kind).log("DEMO-1 1h30 -4");
    expect(shownThere.map(({ text }) => text.trim())).toContain(printed.trim());
  });

  test("logs each working day of a range, and names days that have too much", async () => {
    const { log } = openLog(kind);
    expect(await log("DEMO-2 0:20 thursday..today", { billable: false })).toEqual({
      exitCode: 0,
      printed: `DEMO-2 Fix rounding of partial hours in the export
2026-11-19  20m  1290070  8.33 of 8 h that day
2026-11-20  20m  1290071  4.33 of 4 h that day
2 days have more hours than required: 2026-11-19 (8.33 of 8 h), 2026-11-20 (4.33 of 4 h).
`,
    });
  });

  test.each([
    ["2026-11-19..2026-11-23", "2026-11-22 to 2026-11-23 are upcoming days."],
    ["2026-11-24", "2026-11-24 is an upcoming day."],
  ])(
    "says before it logs %s that it includes upcoming days, and calls no hours of theirs missing",
    async (dates, notice) => {
      const { log, server, state } = openLog(kind);
      const said: [string, number][] = [];
      server.log = (line) => said.push([line, state.worklogs.size]);
      const before = state.worklogs.size;
      const { exitCode, printed } = await log(`DEMO-1 1h ${dates}`, { terminal: typing() });
      expect(exitCode).toBe(0);
      expect(printed).toMatch(/2026-11-2[34] {2}1 h {2}\d+ {2}1 of 8 h that day\n/);
      expect(said).toEqual([[notice, before]]);
    },
  );

  test("asks on a terminal before it logs upcoming days that a word names", async () => {
    const { log, state } = openLog(kind);
    const before = state.worklogs.size;
    const line = "DEMO-1 1h thursday..monday";
    const question = "2026-11-22 to 2026-11-23 are upcoming days. Log on them too? [y/N] ";
    const refused = await log(line, { terminal: typing("n\n") });
    expect(refused).toEqual({ exitCode: 130, printed: question, error: "Nothing was logged." });
    expect(state.worklogs.size).toBe(before);
    const agreed = await log(line, { terminal: typing("y\n") });
    expect(agreed).toMatchObject({ exitCode: 0, printed: expect.stringContaining("2026-11-23  1 h") });
    expect(agreed.printed.startsWith(question)).toBe(true);
    expect(await log(line, { terminal: typing(), yes: true })).toMatchObject({ exitCode: 0 });
    expect((await log(line, { terminal: typing(), json: true })).printed).toMatch(/^\{/);
  });

  test("says that the hours of a day are unknown if what is logged already is on another date now", async () => {
    const { log, state } = openLog(kind);
    await log("DEMO-1 2h 2026-11-10..2026-11-12");
    const moved = state.worklogs.get(1_290_071);
    if (moved) state.worklogs.set(moved.id, { ...moved, startDate: "2026-11-02" });
    const NO_DAYS =
      "The hours are stored. What the day has now could not be read; tempofiller week shows it.";
    expect(await log("DEMO-1 2h 2026-11-12")).toEqual({
      exitCode: 0,
      printed: `DEMO-1 Implement user authentication
2026-11-02  2 h  1290071  logged already, so nothing was stored again; to log it again, give another -m
`,
      warning: NO_DAYS,
    });
    expect(await log("DEMO-1 2h 2026-11-10..2026-11-12")).toEqual({
      exitCode: 0,
      printed: `DEMO-1 Implement user authentication
2026-11-10  2 h  1290070  2 of 8 h that day, 6 h missing  logged already, so nothing was stored again; to log it again, give another -m
2026-11-02  2 h  1290071                                  logged already, so nothing was stored again; to log it again, give another -m
`,
      warning: NO_DAYS,
    });
  });

  test("says of what is logged already that it was not stored again", async () => {
    const { log, state } = openLog(kind);
    await log("DEMO-1 2h 2026-11-10");
    const stored = state.worklogs.size;
    expect(await log("DEMO-1 120m 2026-11-10")).toEqual({
      exitCode: 0,
      printed: `DEMO-1 Implement user authentication
2026-11-10  2 h  1290070  2 of 8 h that day, 6 h missing  logged already, so nothing was stored again; to log it again, give another -m
`,
    });
    expect(state.worklogs.size).toBe(stored);
  });

  test.each(["9", "9:00", "09:00", "9am", "9 a.m.", "0900", " 9 "])(
    "gives the entry its start time, also where the day is taken by then: %s",
    async (start) => {
      const { log, state } = openLog(kind);
      expect((await log("DEMO-1 2h 2026-11-10", { start })).printed).toContain("2026-11-10  2 h  09:00  ");
      expect((await log("DEMO-3 1h 2026-11-10", { start })).printed).toContain("2026-11-10  1 h  09:00  ");
      expect(state.worklogs.get(1_290_071)).toMatchObject({ startTime: "09:00:00" });
    },
  );

  test("says if Tempo stored another start than was sent", async () => {
    const { log, state } = openLog(kind);
    state.behaviour.change = (worklog) => ({ ...worklog, startTime: "11:00:00" });
    expect((await log("DEMO-1 1h 2026-11-10", { start: "9" })).printed).toMatch(
      / 1 h {2}11:00 .* Tempo stored another start than 09:00\n$/,
    );
    expect((await log("DEMO-1 1h 2026-11-10", { start: "10" })).printed).not.toContain("another start");
  });

  test("gives each day of a range its account and other attributes, by key or by name, and shows them", async () => {
    const { log, state } = openLog(kind, undefined, ATTRIBUTED);
    expect(
      await log("DEMO-1 1h 2026-11-12..2026-11-13", {
        account: "demo support",
        attribute: ["role=consultant", "_Note_=on = site", "role=consultant"],
        start: "8pm",
      }),
    ).toEqual({
      exitCode: 0,
      printed: `DEMO-1 Implement user authentication
2026-11-12  1 h  20:00  1290070  9 of 8 h that day
2026-11-13  1 h  20:00  1290071  9 of 8 h that day
Account=Demo support, Note=on = site, Role=Consultant
2 days have more hours than required: 2026-11-12 (9 of 8 h), 2026-11-13 (9 of 8 h).
`,
    });
    const attributes = { _Account_: "DEMO-SUPPORT", _Note_: "on = site", _Role_: "cons" };
    expect(state.worklogs.get(1_290_070)).toMatchObject({ startTime: "20:00:00", attributes });
    expect(state.worklogs.get(1_290_071)).toMatchObject({ startTime: "20:00:00", attributes });
  });

  test("logs the same hours again for another account, and not for the same one by its name", async () => {
    const { log, state } = openLog(kind);
    const stored = state.worklogs.size;
    await log("DEMO-1 1h 2026-11-10", { account: "DEMO-DEV" });
    await log("DEMO-1 1h 2026-11-10", { account: "INTERNAL" });
    expect(state.worklogs.size).toBe(stored + 2);
    expect((await log("DEMO-1 1h 2026-11-10", { account: "Internal work" })).printed).toContain(
      "logged already",
    );
    expect(state.worklogs.size).toBe(stored + 2);
  });

  test.each<[string, Partial<LogOptions>, string]>([
    [
      "an account that is not open",
      { account: "OPS" },
      "Not sent: --account sets _Account_ to OPS, which is not open to DEMO-1. Open to it: DEMO-DEV (Demo development), DEMO-SUPPORT " +
        "(Demo support), INTERNAL (Internal work). Set it to one of them.",
    ],
    [
      "an unknown attribute",
      { attribute: ["Rolle=dev"] },
      "Not sent: --attribute names Rolle, which this Tempo does not have. It has: _Account_ (Account), _Role_ (Role), _Note_ (Note). " +
        "Correct or remove it.",
    ],
    [
      "an unknown value",
      { attribute: ["Role=boss"] },
      "Not sent: --attribute sets _Role_ to boss, which is not an allowed value (cons (Consultant), dev (Developer)). Set it to one of them.",
    ],
    [
      "an attribute by key and by name with two values",
      { attribute: ["Role=dev", "_Role_=cons"] },
      "Not sent: --attribute gives _Role_ (Role) two values: dev and cons. Give it one.",
    ],
    [
      "two accounts",
      { account: "INTERNAL", attribute: ["_Account_=DEMO-DEV"] },
      "Not sent: --attribute gives _Account_ (Account) two values: INTERNAL and DEMO-DEV. Give it one.",
    ],
    [
      "the account of the issue as a role",
      { attribute: ["Role=@issue"] },
      "Not sent: --attribute sets _Role_ to @issue, which only an attribute of type ACCOUNT can have; _Role_ is of type STATIC_LIST. Set it to " +
        "a value.",
    ],
  ])("stores nothing for %s, and names what there is", async (_, options, error) => {
    const { log, state } = openLog(kind, undefined, ATTRIBUTED);
    const stored = state.worklogs.size;
    expect(await log("DEMO-1 1h 2026-11-11", options)).toEqual({
      exitCode: 2,
      code: "invalid_input",
      printed: "",
      error,
    });
    expect(state.worklogs.size).toBe(stored);
  });

  test("says that there are no accounts where Tempo has no attribute for one", async () => {
    const { log } = openLog(kind, undefined, { workAttributes: [ROLE] });
    expect(await log("DEMO-1 1h 2026-11-11", { account: "OPS" })).toMatchObject({
      error:
        "Not sent: --account names an attribute, which this Tempo does not have. It has: _Role_ (Role). Correct or remove it.",
    });
  });

  test("names the options for what Tempo requires, before it sends anything", async () => {
    const required = {
      workAttributes: [
        { ...ACCOUNT, required: true },
        { ...ROLE, required: true },
      ],
    };
    const { log, state } = openLog(kind, undefined, required);
    const stored = state.worklogs.size;
    expect(await log("DEMO-1 1h 2026-11-11", { attribute: ["Role=dev"] })).toMatchObject({
      error:
        "Not sent: this Tempo requires a work attribute that the entry does not have: Account (_Account_: DEMO-DEV (Demo development), " +
        "DEMO-SUPPORT (Demo support), INTERNAL (Internal work)). Add --account DEMO-DEV, or set TEMPO_WORK_ATTRIBUTES, for example to " +
        '{"_Account_":"@issue"}.',
    });
    expect(await log("DEMO-1 1h 2026-11-11")).toMatchObject({
      error: expect.stringMatching(
        /or give it to an entry of its own: tempofiller log takes --account DEMO-DEV --attribute '_Role_=cons'\.$/,
      ),
    });
    expect(state.worklogs.size).toBe(stored);
  });

  test.each(["Role", "", "=dev", " = dev"])(
    "refuses an attribute that is no name with a value: '%s'",
    async (attribute) => {
      const { log } = openLog(kind);
      await expect(log("DEMO-1 1h", { attribute: [attribute] })).rejects.toThrow(
        `--attribute takes a name and a value, such as --attribute Role=Consultant, not '${attribute}'.`,
      );
    },
  );

  test("says if Tempo stored other hours than were sent", async () => {
    const { log, state } = openLog(kind);
    state.behaviour.change = (worklog) => ({ ...worklog, timeSpentSeconds: 8100, billableSeconds: 8100 });
    expect((await log("DEMO-1 2.2 2026-11-10")).printed).toContain("  Tempo made 2.25 h of 2.2 h\n");
  });
});

test("--json prints what post_worklog replies, and warns on stderr", async () => {
  const { log } = openLog();
  const { printed, ...outcome } = await log("DEMO-1 1h", { json: true });
  expect(outcome).toEqual({
    exitCode: 0,
    warning: "1 day has more hours than required: 2026-11-21 (1 of 0 h).",
  });
  const reply = JSON.parse(printed);
  expect(isReply("post_worklog", reply)).toBe(true);
  expect(reply).toMatchObject({ success: true, worklog: { id: "1290070", date: TODAY, hours: 1 } });
});

test("a comment may come from stdin", async () => {
  const { log, state } = openLog();
  await log("DEMO-1 1h", { message: "-" });
  expect(state.worklogs.get(1_290_070)).toMatchObject({ description: "From stdin" });
});

test("an error of Tempo is the command's, with its code and exit code", async () => {
  const { log, state } = openLog();
  state.behaviour.reject = () => ["The period is closed"];
  expect(await log("DEMO-1 1h")).toEqual({
    exitCode: 6,
    code: "rejected",
    error: expect.stringContaining("The period is closed"),
    printed: "",
  });
});

test("an error of what was not sent names the command to repeat, not a call", async () => {
  const { log, server } = openLog();
  server.writers = { run: () => Promise.reject(outOfTime()) };
  expect(await log("DEMO-1 1h")).toEqual({
    exitCode: 7,
    code: "not_sent",
    error: expect.stringContaining("Run the same command again"),
    printed: "",
  });
});

test("an interruption is said once, and then what became of the command", async () => {
  const { log, server } = openLog();
  const lines: string[] = [];
  server.log = (line) => lines.push(line);
  const timesheet = await server.openTimesheet();
  const interrupting = new AbortController();
  const { getOwner } = timesheet;
  timesheet.getOwner = async (context) => {
    interrupting.abort();
    return getOwner.call(timesheet, context);
  };
  expect(await log("DEMO-1 1h", { signal: interrupting.signal })).toEqual({
    exitCode: 130,
    code: "cancelled",
    error:
      "Not sent: the command was cancelled before this was sent. Run the same command again if it is still wanted.",
    printed: "",
  });
  expect(lines).toEqual([
    "cancelled: nothing more is sent; waiting for requests in progress. Interrupt again to end at once.",
  ]);
});

test("hours are stored even if the day cannot be read afterwards, and the command says so", async () => {
  const { log, server } = openLog();
  const timesheet = await server.openTimesheet();
  const { getSchedule } = timesheet;
  timesheet.getSchedule = async (range, context) => {
    const days = await getSchedule.call(timesheet, range, context);
    return days.filter(({ date }) => date !== "2026-11-18");
  };
  expect(await log("DEMO-1 1h 2026-11-18")).toMatchObject({
    exitCode: 0,
    printed: "DEMO-1 Implement user authentication\n2026-11-18  1 h  1290070\n",
    warning: "The hours are stored. What the day has now could not be read; tempofiller week shows it.",
  });
});

test.each<[Kind, string, number]>([
  ["cloud", "2026-11-18", 5],
  ["cloud", "2026-11-16..2026-11-18", 5],
  ["datacenter", "2026-11-18", 5],
])("on %s, %s takes %i requests, of which the last one stores", async (kind, dates, count) => {
  const writes: boolean[] = [];
  const { log } = openLog(kind, (fetch) => (request) => {
    writes.push(isWrite(request));
    return fetch(request);
  });
  const { exitCode, printed } = await log(`DEMO-1 1h ${dates}`);
  expect({ exitCode, printed }).toEqual({
    exitCode: 0,
    printed: expect.stringContaining(" of 8 h that day"),
  });
  expect(writes).toEqual([...Array(count - 1).fill(false), true]);
});

test.each<[string, string, Partial<LogOptions>]>([
  ...[
    ["yesterday DEMO-1 1h", "DEMO-1 1h yesterday"],
    ["1.5 -3 DEMO-1", "DEMO-1 1.5 -3"],
    ["friday..today 0:45 DEMO-1", "DEMO-1 0:45 friday..today"],
  ].map(([line = "", ordered = ""]): [string, string, object] => [line, `in this order: ${ordered}.`, {}]),
  ["DEMO-1 1h 2h", "'2h' names no dates.", {}],
  ["1h 2h DEMO-1", "ISSUE must be a Jira issue key such as PROJ-123, not '1h'.", {}],
  ["DEMO-1 1h 1999-12-31..2000-01-05", "The date must be from 2000-01-01", {}],
  ["DEMO-1 2h tomorow", "'tomorow' names no dates.", {}],
  [
    "DEMO-1 2h today fixed it",
    "Unexpected argument 'fixed'. A comment goes behind -m, in quotes. See tempofiller help log.",
    {},
  ],
  ["DEMO-1 2h today it", "Unexpected argument 'it'. See tempofiller help log.", { message: "Fix" }],
])("%j is refused before anything is sent", async (line, message, options) => {
  const { log, state } = openLog();
  const stored = state.worklogs.size;
  await expect(log(line, options)).rejects.toThrow(message);
  expect(state.worklogs.size).toBe(stored);
});
