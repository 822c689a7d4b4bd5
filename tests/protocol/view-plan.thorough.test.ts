import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../src/timesheet/dates.ts";
import { daysOf } from "../../src/view/model/days.ts";
import { type PlannedRow, plannedBy, stretchesOf } from "../../src/view/model/plan.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";

const MINUTE = 60;
const FIRST = "2025-03-03";
const DAYS = 300;

const logged = fc.record({
  issueId: fc.constantFrom(10123, 10007),
  minutes: fc.integer({ min: 1, max: 150 }),
  description: fc.constantFrom("", "Review", "  Review", "Pairing\r\nall day", "Working on issue PROJ-7"),
  billable: fc.constantFrom(0, 0.5, 1, 1),
});

const row = fc.record({
  issueKey: fc.constantFrom("PROJ-123", "PROJ-7"),
  seconds: fc.integer({ min: 6, max: 60 }).map((minutes) => minutes * MINUTE),
  comment: fc.constantFrom("", "Review", "Pairing\nall day"),
});

const day = fc.record({
  logged: fc.array(logged, { maxLength: 2 }),
  rows: fc.array(row, { minLength: 1, maxLength: 3 }),
});

/** The seconds by issue and comment. */
function sums(rows: readonly PlannedRow[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { issueKey, seconds, comment } of rows) {
    const key = `${issueKey} ${comment}`;
    sums[key] = (sums[key] ?? 0) + seconds;
  }
  return sums;
}

test("fill_days plans just the rows of a day that the user has changed, whatever is logged on it: 200 random days", {
  timeout: 180_000,
}, async () => {
  const sample = fc.sample(day, { numRuns: DAYS, seed: 1 });
  const dateOf = (index: number) => addDays(FIRST, index);
  const worklogs = sample.flatMap((each, index) =>
    each.logged.map(({ issueId, minutes, description, billable }) =>
      worklog({
        ...{ startDate: dateOf(index), issueId, description },
        timeSpentSeconds: minutes * MINUTE,
        billableSeconds: Math.round(minutes * billable) * MINUTE,
      }),
    ),
  );
  const { reply } = await openSession({ toolSets: ["fill"], seed: { worklogs } });
  const range = { startDate: FIRST, endDate: dateOf(DAYS - 1) };
  const schedule = await reply("get_schedule", range);
  const days = daysOf({ range, schedule, worklogs: await reply("get_worklogs", range) }, "2026-01-15");
  const open = days.filter(({ missingSeconds }) => missingSeconds > 0).map(({ date }) => date);
  const rowsOn = (date: string) => sample[days.findIndex((each) => each.date === date)]?.rows ?? [];
  const edited = new Map(open.map((date) => [date, rowsOn(date)]));
  const wanted = { issueKey: "", description: "", billable: true, edited };
  const calls = stretchesOf(days, new Set(open), () => true, wanted);
  expect(calls.length).toBeGreaterThan(200);
  for (const { args } of calls) {
    const [planned, ...others] = plannedBy(await reply("fill_days", { ...args }));
    expect([args.startDate, sums(planned?.rows ?? [])]).toEqual([
      args.startDate,
      sums(rowsOn(args.startDate)),
    ]);
    expect([planned?.notes, others]).toEqual([[], []]);
  }
});
