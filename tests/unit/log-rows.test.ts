import { describe, expect, test } from "vitest";
import { logRows, partsOf, planRows } from "../../src/cli/log/log-rows.ts";
import { addDays } from "../../src/timesheet/dates.ts";
import type { RowOutcome } from "../../src/timesheet/posting/batch.ts";
import { rejected } from "../helpers/fault-script.ts";
import { LOST_RESPONSES } from "../helpers/faults.ts";
import { dates, entry } from "../helpers/inputs.ts";
import { openUndo } from "./undo/open-undo.ts";

type Kind = "cloud" | "datacenter";

function openRows(kind: Kind = "cloud") {
  const { server, interruption, ...opened } = openUndo(kind);
  const { signal } = interruption;
  const logged: string[] = [];
  server.log = (line) => logged.push(line);
  return {
    ...opened,
    logged,
    log: (rows: ReturnType<typeof entry>[], budget = server.settings.budget) =>
      logRows(rows, { ...server, settings: { ...server.settings, budget } }, { name: "test", signal }),
    plan: (rows: ReturnType<typeof entry>[]) => planRows(rows, server, { name: "test", signal }),
    interruption,
  };
}

function tally(outcomes: readonly (RowOutcome | undefined)[]) {
  const failures = outcomes.flatMap((it) => (it && "failure" in it ? [it.failure.code] : []));
  return {
    logged: outcomes.filter((it) => it && "stored" in it && !it.alreadyLogged).length,
    alreadyLogged: outcomes.filter((it) => it && "stored" in it && it.alreadyLogged).length,
    ...(failures.length > 0 && { failures: [...new Set(failures)], failed: failures.length }),
  };
}

/** Four rows a day, of which two are equal. */
function rowsOn(days: readonly string[]) {
  return days.flatMap((date) =>
    [1, 1, 2, 1.5].map((hours, index) => entry(date, { hours, description: `part ${Math.max(1, index)}` })),
  );
}

/** Rows that end one short of a full part, and two equal ones on the next date. */
const ACROSS = [
  ...dates(99).map((date) => entry(date, { hours: 1 })),
  ...[1, 1].map((hours) => entry(addDays("2026-01-01", 99), { hours })),
];

describe.each<Kind>(["cloud", "datacenter"])("many rows on %s", (kind) => {
  test("are logged in parts that are one batch: a repeat logs nothing, and one undo takes all back", async () => {
    const opened = openRows(kind);
    const rows = rowsOn(dates(150));
    expect(tally(await opened.plan(rows))).toEqual({ logged: 0, alreadyLogged: 0 });
    expect(opened.tempo.count("write")).toBe(0);
    const { outcomes, batch } = await opened.log(rows);
    expect(tally(outcomes)).toEqual({ logged: 600, alreadyLogged: 0 });
    expect(opened.stored().length).toBe(600);
    expect(await opened.batches()).toEqual([String(batch)]);
    expect(outcomes.map((it) => "stored" in it && it.stored.date)).toEqual(rows.map(({ date }) => date));
    const repeated = await opened.log(rows);
    expect([tally(repeated.outcomes), repeated.batch]).toEqual([
      { logged: 0, alreadyLogged: 600 },
      undefined,
    ]);
    expect(tally(await opened.plan(rows))).toEqual({ logged: 0, alreadyLogged: 600 });
    expect(opened.stored().length).toBe(600);
    expect(await opened.undo(String(batch))).toMatchObject({ code: 0 });
    expect(opened.stored()).toEqual([]);
  });

  test("are all logged where equal ones come just before and after the end of a part", async () => {
    const opened = openRows(kind);
    expect(tally((await opened.log(ACROSS)).outcomes)).toEqual({ logged: 101, alreadyLogged: 0 });
    expect(opened.stored().length).toBe(101);
    expect(tally((await opened.log(ACROSS)).outcomes)).toEqual({ logged: 0, alreadyLogged: 101 });
  });

  test("that the time of a call is too short for are not sent, and the repeat logs the rest", async () => {
    const opened = openRows(kind);
    opened.tempo.onWrite("all", async (request, serve) => {
      await opened.clock.sleep(request.url.endsWith("/bulk") ? 4000 : 200);
      return serve(request);
    });
    const rows = rowsOn(dates(60));
    let stored = 0;
    for (let repeats = 0; stored < rows.length && repeats < 20; repeats += 1) {
      const { logged, failures = ["not_sent"] } = tally((await opened.log(rows, 12_000)).outcomes);
      expect([failures, logged > 0]).toEqual([["not_sent"], true]);
      stored += logged;
    }
    expect([stored, opened.stored().length]).toEqual([240, 240]);
  });
});

const LOSSES = (["cloud", "datacenter"] as const).flatMap((kind) =>
  LOST_RESPONSES.map(([fault]) => ({ kind, fault })),
);

test.each(LOSSES)(
  "where two of three responses are lost, repeats log all and nothing twice: %j",
  async ({ kind, fault }) => {
    const opened = openRows(kind);
    opened.tempo.onWrite(({ number }) => number % 3 !== 0, fault);
    const rows = rowsOn(dates(4));
    let repeats = 0;
    for (; repeats < 50; repeats += 1) {
      const { outcomes } = await opened.log(rows);
      if (outcomes.every((outcome) => "stored" in outcome)) break;
      await opened.clock.sleep(300_000);
    }
    expect(opened.stored().length).toBe(rows.length);
    expect(repeats).toBeLessThan(50);
  },
);

test("a row that Tempo or Jira refuses does not keep the others from being logged", async () => {
  const opened = openRows();
  const rows = [
    entry("2026-01-05", { issueKey: "NONE-1" }),
    entry("2026-01-06"),
    entry("2026-01-06", { hours: 20 }),
  ];
  const planned = await opened.plan(rows);
  expect(tally(planned)).toMatchObject({ failures: ["not_found", "invalid_input"], failed: 2 });
  expect(tally((await opened.log(rows)).outcomes)).toEqual({ ...tally(planned), logged: 1 });
});

test.each<Kind>(["cloud", "datacenter"])(
  "on %s, a worklog that may be a row that was sent before is named",
  async (kind) => {
    const opened = openRows(kind);
    const { behaviour } = opened.sandbox.state;
    behaviour.change = (stored) => ({ ...stored, timeSpentSeconds: 7.5 * 3600 });
    opened.tempo.onWrite(1, "gateway error, processed", { status: 503 });
    const rows = [entry("2026-01-05")];
    await opened.log(rows);
    behaviour.change = (stored) => stored;
    await opened.clock.sleep(600_000);
    expect(tally((await opened.log(rows)).outcomes)).toEqual({ logged: 1, alreadyLogged: 0 });
    const [first, second] = opened.stored();
    expect(opened.logged).toEqual([
      `Worklog ${first} may be a second copy of ${second}: look at both in Tempo.`,
    ]);
  },
);

test("a token that is refused, or a site that does not answer, ends it: later parts are not sent", async () => {
  for (const [react, code, limit] of [
    [rejected(401, "expired"), "unauthorized", 20],
    ["connection refused", "unavailable", 100],
  ] as const) {
    const opened = openRows();
    opened.tempo.onWrite(({ number }) => number > 10, react);
    const { outcomes } = await opened.log(rowsOn(dates(400)));
    const { failures, failed = 0, logged } = tally(outcomes);
    expect([failures, logged + failed, logged > 0]).toEqual([[code], 1600, true]);
    expect(opened.tempo.count("write")).toBeLessThan(limit);
    expect(opened.stored().length).toBe(logged);
  }
});

test("a cancelled command sends no more, and what is left says so", async () => {
  const opened = openRows();
  opened.tempo.onWrite(3, (request, serve) => {
    opened.interruption.abort();
    return serve(request);
  });
  const { outcomes } = await opened.log(rowsOn(dates(300)));
  const { failures, logged } = tally(outcomes);
  expect([failures, logged === opened.stored().length]).toEqual([["cancelled"], true]);
});

test("a date is never in two parts, and a part has 100 rows at most unless one date has more", () => {
  const rows = [...Array(700).keys()].map((index) => ({ date: index < 501 ? "2026-01-02" : "2026-01-01" }));
  const parts = partsOf([...rows, { date: "2026-01-03" }]);
  expect(parts.map((part) => [part.length, part[0]])).toEqual([
    [199, 501],
    [501, 0],
    [1, 700],
  ]);
});
