import fc from "fast-check";
import { expect, test } from "vitest";
import { largestRemainder, toHours, toHoursOf } from "../../src/timesheet/hours.ts";

test.each([
  { what: "whole units stay", shares: [20, 0, 30], total: 5, units: [2, 0, 3] },
  { what: "the largest remainder gets what is left", shares: [14, 16, 10], total: 4, units: [1, 2, 1] },
  { what: "of equal remainders the larger share does", shares: [15, 25], total: 4, units: [1, 3] },
  { what: "of equal shares the first does", shares: [5, 5, 5], total: 2, units: [1, 1, 0] },
  { what: "nothing is nothing", shares: [], total: 0, units: [] },
])("$what", ({ shares, total, units }) => {
  expect(largestRemainder(shares, 10, total)).toEqual(units);
});

test("hours add up to their total, and each is less than 0.01 from its seconds", () => {
  const seconds = fc.array(fc.integer({ min: 0, max: 40_000_000 }), { maxLength: 61 });
  fc.assert(
    fc.property(seconds, (given) => {
      const sum = given.reduce((total, it) => total + it, 0);
      const hours = toHoursOf(toHours(sum), given);
      const hundredths = hours.map((it) => Math.round(it * 100));
      expect(hundredths.reduce((total, it) => total + it, 0)).toBe(Math.round(sum / 36));
      for (const [index, it] of hundredths.entries())
        expect(Math.abs(it * 36 - (given[index] ?? 0))).toBeLessThan(36);
    }),
  );
});
