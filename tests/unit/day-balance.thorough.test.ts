import fc from "fast-check";
import { expect, test } from "vitest";
import { drawMonth } from "../../src/cli/calendar/show-calendar.ts";
import { datesOf, dayOfWeek } from "../../src/timesheet/dates.ts";
import { type DayHours, summariseDays } from "../../src/timesheet/day-balance.ts";

test("month and status agree on every day of 10,000 random months", () => {
  const dates = datesOf({ startDate: "2026-11-01", endDate: "2026-11-30" });
  // Whole and half days, odd seconds, and what is logged close to what is required.
  const required = fc.constantFrom(0, 14_400, 27_000, 27_030, 28_800, 30_001);
  const gap = fc.oneof(fc.integer({ min: -100, max: 100 }), fc.integer({ min: -40_000, max: 40_000 }));
  const day = fc.tuple(required, gap).map(([requiredSeconds, by]) => ({
    requiredSeconds,
    loggedSeconds: Math.max(0, requiredSeconds - by),
  }));
  fc.assert(
    fc.property(fc.array(day, { minLength: dates.length, maxLength: dates.length }), (hours) => {
      const days = dates.map((date, index): DayHours => ({ ...(hours[index] as (typeof hours)[0]), date }));
      const marked = marksOf(days);
      const { days: missing, overbooked = [] } = summariseDays(days);
      expect(marked["!"]).toEqual(missing.map(({ date }) => date));
      expect(marked["+"]).toEqual(overbooked.map(({ date }) => date));
    }),
    { numRuns: 10_000 },
  );
}, 60_000);

/** The dates that a drawn month marks, by mark. */
function marksOf(days: readonly DayHours[]): Record<"!" | "+", string[]> {
  const drawn = days.map((day) => ({
    ...day,
    dayOfWeek: dayOfWeek(day.date),
    isWorkingDay: day.requiredSeconds > 0,
  }));
  const lines = drawMonth({ title: "", days: drawn, until: "2026-11-30", width: 1, colour: false }).slice(1);
  const marked = (mark: string) =>
    days.filter((_, index) => lines[index]?.endsWith(` ${mark}`)).map(({ date }) => date);
  return { "!": marked("!"), "+": marked("+") };
}
