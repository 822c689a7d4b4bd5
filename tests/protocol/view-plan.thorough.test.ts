import fc from "fast-check";
import { expect, test } from "vitest";
import type { SandboxHoliday, SandboxSeed } from "../../src/sandbox/state.ts";
import { addDays, datesOf } from "../../src/timesheet/dates.ts";
import { daysOf } from "../../src/view/model/days.ts";
import { fillCalls, hasSameRows, planDays, plannedBy, type Wanted } from "../../src/view/model/plan.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";

const MINUTE = 60;
const FIRST = "2025-03-03";

/** Days of each plan whose rows the user has changed; each is a call of its own. */
const CHANGED = 6;

/** Days of a plan: at most 500 worklogs, which is what one call logs. */
const DAYS = 200;
const PLANS = 50;

const dates = datesOf({ startDate: FIRST, endDate: addDays(FIRST, DAYS - 1) });
/** The day that is copied. */
const SOURCE = addDays(FIRST, -7);

interface Time {
  issueId: number;
  minutes: number;
  description: string;
  /** The share that is. */
  billable: number;
}

const time: fc.Arbitrary<Time> = fc.record({
  issueId: fc.constantFrom(10123, 10007, 10004),
  minutes: fc.oneof(fc.constantFrom(20, 60, 120, 240), fc.integer({ min: 1, max: 600 })),
  description: fc.constantFrom("", "Review", "  Review", "Pairing\r\nall day", "Working on issue PROJ-7"),
  billable: fc.constantFrom(0, 0.5, 1, 1),
});

const wanted = fc.oneof(
  fc.record({
    issueKey: fc.constantFrom("PROJ-123", "PROJ-7"),
    description: fc.constantFrom("", "Review"),
    billable: fc.boolean(),
  }),
  fc.record({
    source: fc.array(time, { minLength: 1, maxLength: 3 }),
    billable: fc.option(fc.boolean(), { nil: undefined }),
  }),
);

const row = fc.record({
  issueKey: fc.constantFrom("PROJ-123", "PROJ-7"),
  hours: fc.integer({ min: 6, max: 300 }).map((minutes) => minutes / 60),
  description: fc.constantFrom("", "Review", "Pairing\r\nall day"),
});

const plan = fc.record({
  edited: fc.array(fc.array(row, { minLength: 1, maxLength: 3 }), { minLength: CHANGED, maxLength: CHANGED }),
  wanted,
  workingDayMinutes: fc.constantFrom(240, 450, 462, 480),
  holidays: fc.array(fc.option(fc.integer({ min: 1, max: 480 }), { freq: 9 }), {
    minLength: DAYS,
    maxLength: DAYS,
  }),
  logged: fc.array(fc.array(time, { maxLength: 3 }), { minLength: DAYS, maxLength: DAYS }),
});

function worklogOn(startDate: string, { issueId, minutes, description, billable }: Time) {
  const timeSpentSeconds = minutes * MINUTE;
  const billableSeconds = Math.round(minutes * billable) * MINUTE;
  return worklog({ startDate, issueId, timeSpentSeconds, billableSeconds, description });
}

test("the view plans 10,000 random days as fill_days does, and 300 whose rows the user has changed", {
  timeout: 180_000,
}, async () => {
  let planned = 0;
  let changes = 0;
  for (const sample of fc.sample(plan, { numRuns: PLANS, seed: 1 })) {
    const source = "source" in sample.wanted ? sample.wanted.source : [];
    const holidays = sample.holidays.flatMap((minutes, index): SandboxHoliday[] => {
      const date = dates[index];
      return date && minutes !== null ? [{ date, name: "Holiday", durationSeconds: minutes * MINUTE }] : [];
    });
    const seed: Partial<SandboxSeed> = {
      workingDaySeconds: sample.workingDayMinutes * MINUTE,
      holidays,
      worklogs: [
        ...source.map((each) => worklogOn(SOURCE, each)),
        ...dates.flatMap((date, index) => (sample.logged[index] ?? []).map((each) => worklogOn(date, each))),
      ],
    };
    const { reply } = await openSession({ toolSets: ["fill"], seed });

    const read = { startDate: SOURCE, endDate: dates.at(-1) ?? "" };
    const schedule = await reply("get_schedule", read);
    const days = daysOf({ range: read, schedule, worklogs: await reply("get_worklogs", read) }, "2026-01-15");
    const { billable } = sample.wanted;
    const own: Wanted =
      "source" in sample.wanted
        ? { source: days.find(({ date }) => date === SOURCE), issueKey: "", description: "", billable }
        : sample.wanted;
    const what = own.source
      ? { copyFrom: { startDate: SOURCE } }
      : { rows: [{ issueKey: own.issueKey, description: own.description }] };
    const range = { startDate: FIRST, endDate: read.endDate };
    const theirs = plannedBy(await reply("fill_days", { ...range, ...what, billable }));
    const ours = planDays(
      days.filter(({ date }) => date >= FIRST),
      own,
    ).filter(({ rows, notes }) => rows.length + notes.length > 0);

    const isWithRows = ({ rows }: { rows: readonly object[] }) => rows.length > 0;
    for (const day of ours) {
      const other = theirs.find(({ date }) => date === day.date);
      expect([day.date, day.notes]).toEqual([other?.date, other?.notes]);
      expect(hasSameRows([day], other ? [other] : []), JSON.stringify([day, other])).toBe(true);
    }
    expect(theirs.map(({ date }) => date)).toEqual(ours.map(({ date }) => date));
    planned += ours.filter(isWithRows).length;

    const lacking = days.filter(({ date, missingSeconds }) => date >= FIRST && missingSeconds > 0);
    const edited = new Map(
      sample.edited.flatMap((rows, index) =>
        lacking[index * 7] ? [[lacking[index * 7]?.date ?? "", rows]] : [],
      ),
    );
    const changed = { ...own, edited };
    for (const args of fillCalls(days, new Set(edited.keys()), changed)) {
      const made = planDays(
        days.filter(({ date }) => date === args.startDate),
        changed,
      );
      const theirs = plannedBy(await reply("fill_days", { ...args }));
      expect(theirs.map(({ notes }) => notes)).toEqual(made.map(({ notes }) => notes));
      expect(hasSameRows(theirs, made), JSON.stringify([args, theirs, made])).toBe(true);
      changes += 1;
    }
  }
  expect(planned).toBeGreaterThan(2000);
  expect(changes).toBeGreaterThan(200);
});
