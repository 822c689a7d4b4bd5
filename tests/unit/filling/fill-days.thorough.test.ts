import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/runtime/clock.ts";
import type { CallContext } from "../../../src/timesheet/call-context.ts";
import { datesOf, dayOfWeek, WEEKDAYS } from "../../../src/timesheet/dates.ts";
import { fillDays, sourceDate } from "../../../src/timesheet/filling/fill-days.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import type { LoggedWorklog, ScheduledDay, Timesheet } from "../../../src/timesheet/port.ts";
import { writer } from "../../helpers/writer.ts";

const HALF_HOUR = 1800;
const ISSUES = ["A-1", "B-1", "C-1"];
/** Two weeks from a Monday, after another two to copy from. */
const TARGET = { startDate: "2026-01-19", endDate: "2026-02-01" };
const SOURCE = { startDate: "2026-01-05", endDate: "2026-01-18" };

interface Entry {
  date: string;
  issue: string;
  halfHours: number;
}

/** The planned hours, in half hours by date and issue. */
async function plan(
  required: ReadonlyMap<string, number>,
  logged: readonly Entry[],
  input: Pick<Parameters<typeof fillDays>[1], "rows" | "copyFrom">,
): Promise<Map<string, number>> {
  const worklogs = logged.map(({ date, issue, halfHours }, index): LoggedWorklog & { issueId: string } => {
    const seconds = halfHours * HALF_HOUR;
    const ofIssue = { issue: { id: issue, key: issue, summary: "" }, issueId: issue, attributes: new Map() };
    return { id: String(index), date, seconds, billableSeconds: seconds, comment: "", ...ofIssue };
  });
  const within = ({ startDate, endDate }: typeof TARGET) =>
    worklogs.filter(({ date }) => startDate <= date && date <= endDate);
  const timesheet: Partial<Timesheet> = {
    getSchedule: async (range) =>
      datesOf(range).map((date): ScheduledDay => {
        const halfHours = required.get(date) ?? 0;
        return { date, requiredSeconds: halfHours * HALF_HOUR, isWorkingDayType: halfHours > 0 };
      }),
    getOwner: async () => ({ site: "", worker: "" }),
    givenAttributes: async () => [],
    createLimits: { batchSize: 1, concurrency: 1, oneWriteAnIssue: false },
    getExistingWorklogs: async (range) => within(range),
    getWorklogs: async (range) => within(range),
    findIssues: async (keys) => new Map(keys.map((key) => [key, { id: key, key, summary: "" }])),
    readProfile: async () => ({ displayName: "", emailAddress: undefined, timeZone: "UTC" }),
    hoursOnlyInJira: async () => ({ hours: [] }),
    issueStates: async (ids) => new Map(ids.map((id) => [id, "open"])),
  };
  const journal = new Ledger(journalInMemory(), systemClock);
  const context = {
    timesheet: timesheet as Timesheet,
    clock: systemClock,
    writers: { run: (_owner, _scope, write) => write(writer(journal)) },
    logged() {},
  } as Partial<CallContext> as CallContext;
  const filled = await fillDays(TARGET, input, context);
  const sums = new Map<string, number>();
  for (const { issue, date, seconds } of filled.worklogs) {
    const key = `${date} ${issue.key}`;
    sums.set(key, (sums.get(key) ?? 0) + seconds / HALF_HOUR);
  }
  return sums;
}

/** Independent of the code: what the days lack, handed out half hour by half hour. */
function model(
  required: ReadonlyMap<string, number>,
  logged: readonly Entry[],
  wantedOn: (date: string) => { issue: string; halfHours: number | undefined }[],
): Map<string, number> {
  const added = new Map<string, number>();
  for (const date of datesOf(TARGET)) {
    const ofDate = logged.filter((entry) => entry.date === date);
    let free = (required.get(date) ?? 0) - total(ofDate);
    const wanted = wantedOn(date);
    const targets = new Map<string, number>();
    for (const { issue, halfHours } of wanted)
      if (halfHours !== undefined) targets.set(issue, (targets.get(issue) ?? 0) + halfHours);
    const give = (issue: string) => {
      added.set(`${date} ${issue}`, (added.get(`${date} ${issue}`) ?? 0) + 1);
      free -= 1;
    };
    for (const [issue, halfHours] of targets) {
      let lacking = halfHours - total(ofDate.filter((entry) => entry.issue === issue));
      for (; lacking > 0 && free > 0; lacking -= 1) give(issue);
    }
    const rest = wanted.find(({ halfHours }) => halfHours === undefined);
    while (rest && free > 0) give(rest.issue);
  }
  return added;
}

function total(entries: readonly Entry[]): number {
  return entries.reduce((sum, { halfHours }) => sum + halfHours, 0);
}

/** Full days, half days, holidays and days off, on any date. */
const schedules = fc
  .array(fc.constantFrom(16, 16, 16, 8, 0), { minLength: 14, maxLength: 14 })
  .map((halfHours) => new Map(datesOf(TARGET).map((date, index) => [date, halfHours[index] ?? 0])));

const entriesOn = (range: typeof TARGET, maxLength: number) =>
  fc.array(
    fc.record({
      date: fc.constantFrom(...datesOf(range)),
      issue: fc.constantFrom(...ISSUES),
      halfHours: fc.integer({ min: 1, max: 18 }),
    }),
    { maxLength },
  );

const rows = fc.array(
  fc.record(
    {
      issueKey: fc.constantFrom(...ISSUES),
      hours: fc.integer({ min: 1, max: 20 }).map((halfHours) => halfHours / 2),
      weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    },
    { requiredKeys: ["issueKey", "hours"] },
  ),
  { maxLength: 4 },
);

const byKey = (sums: ReadonlyMap<string, number>) => [...sums].sort();

describe("a plan is what an independent model hands out", () => {
  test("for rows by weekday and a row for the rest", async () => {
    const rest = fc.option(fc.constantFrom(...ISSUES), { nil: undefined });
    const property = fc.asyncProperty(
      schedules,
      entriesOn(TARGET, 12),
      rows,
      rest,
      async (required, logged, fixed, restIssue) => {
        const all = [...fixed, ...(restIssue === undefined ? [] : [{ issueKey: restIssue }])];
        const wantedOn = (date: string) =>
          all
            .filter((row) => !("weekdays" in row) || row.weekdays?.includes(dayOfWeek(date)) !== false)
            .map((row) => ({
              issue: row.issueKey,
              halfHours: "hours" in row ? row.hours * 2 : undefined,
            }));
        expect(byKey(await plan(required, logged, { rows: all }))).toEqual(
          byKey(model(required, logged, wantedOn)),
        );
      },
    );
    await fc.assert(property, { numRuns: 1000 });
  });

  test("for copies of one week or two, with holidays in both", async () => {
    const weeks = fc.constantFrom(1, 2);
    const property = fc.asyncProperty(
      schedules,
      entriesOn(TARGET, 6),
      entriesOn(SOURCE, 20),
      weeks,
      async (required, logged, source, count) => {
        const copyFrom = {
          startDate: SOURCE.startDate,
          endDate: count === 1 ? "2026-01-11" : SOURCE.endDate,
        };
        const wantedOn = (date: string) => {
          const index = datesOf(TARGET).indexOf(date);
          const from = datesOf(SOURCE)[index % (count * 7)];
          return source
            .filter((entry) => entry.date === from)
            .map(({ issue, halfHours }) => ({ issue, halfHours }));
        };
        expect(byKey(await plan(required, [...source, ...logged], { copyFrom }))).toEqual(
          byKey(model(required, logged, wantedOn)),
        );
      },
    );
    await fc.assert(property, { numRuns: 1000 });
  });

  test("and never has more than a day requires, nor anything for a repeated one", async () => {
    const property = fc.asyncProperty(
      schedules,
      entriesOn(TARGET, 12),
      rows,
      async (required, logged, all) => {
        const first = await plan(required, logged, { rows: all });
        const stored = [...first].map(([key, halfHours]): Entry => {
          const [date = "", issue = ""] = key.split(" ");
          return { date, issue, halfHours };
        });
        for (const date of datesOf(TARGET)) {
          const added = total(stored.filter((entry) => entry.date === date));
          const before = total(logged.filter((entry) => entry.date === date));
          if (added > 0) expect(before + added).toBeLessThanOrEqual(required.get(date) ?? 0);
        }
        expect(byKey(await plan(required, [...logged, ...stored], { rows: all }))).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });
});

test.each([
  ["a week to the next", "2026-01-05..2026-01-11", "2026-01-12", "2026-01-14", "2026-01-07"],
  ["a week to the third", "2026-01-05..2026-01-11", "2026-01-12", "2026-01-28", "2026-01-07"],
  ["Monday to Friday", "2026-01-05..2026-01-09", "2026-01-12", "2026-01-16", "2026-01-09"],
  ["two weeks, the second", "2026-01-05..2026-01-18", "2026-01-19", "2026-01-27", "2026-01-13"],
  ["two weeks, begun anew", "2026-01-05..2026-01-18", "2026-01-19", "2026-02-03", "2026-01-06"],
  [
    "weeks of a target that starts on a Wednesday",
    "2026-01-05..2026-01-18",
    "2026-01-21",
    "2026-01-26",
    "2026-01-12",
  ],
  ["a source from Wednesday to Tuesday", "2026-01-07..2026-01-13", "2026-01-19", "2026-01-19", "2026-01-12"],
  ["one day", "2026-01-05..2026-01-05", "2026-01-19", "2026-01-23", "2026-01-05"],
])("the date that is copied: %s", (_, source, startDate, date, expected) => {
  const [from = "", to = ""] = source.split("..");
  expect(sourceDate(date, { startDate: from, endDate: to }, { startDate, endDate: "2026-03-31" })).toBe(
    expected,
  );
});
