import fc from "fast-check";
import { expect, test } from "vitest";
import { largestRemainder, toBillableHoursOf, toHours, toHoursOf } from "../../src/timesheet/hours.ts";

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

/** Worklogs of every kind: thirds of an hour, odd seconds, billable in full, in part or not at all, and beyond the hours. */
const TIME = fc.oneof(
  fc.constantFrom(1, 18, 600, 1200, 2400, 3599, 5400),
  fc.integer({ min: 0, max: 86_400 }),
);
const WORKLOG = fc
  .tuple(TIME, fc.oneof(fc.constant("all" as const), fc.constant("none" as const), TIME))
  .map(([seconds, billable]) => ({
    seconds,
    billableSeconds: billable === "all" ? seconds : billable === "none" ? 0 : billable,
  }));

test.each([2, 4] as const)(
  "hours and billable hours with %i decimals add up at once, and in groups of groups, each less than a unit from its seconds",
  (decimals) => {
    const units = 10 ** decimals;
    const inUnits = (hours: number) => Math.round(hours * units);
    const total = (times: readonly { seconds: number; billableSeconds: number }[]) =>
      times.reduce(
        (sum, it) => ({
          seconds: sum.seconds + it.seconds,
          billableSeconds: sum.billableSeconds + it.billableSeconds,
        }),
        { seconds: 0, billableSeconds: 0 },
      );
    const check = (
      sum: { hours: number; billableHours: number },
      parts: readonly { seconds: number; billableSeconds: number }[],
    ) => {
      const rows = toBillableHoursOf(sum, parts, decimals);
      const added = rows.reduce((all, it) => all + inUnits(it.hours), 0);
      const billable = rows.reduce((all, it) => all + inUnits(it.billableHours), 0);
      expect([added, billable]).toEqual([inUnits(sum.hours), inUnits(sum.billableHours)]);
      for (const [index, it] of rows.entries()) {
        const { seconds, billableSeconds } = parts[index] ?? { seconds: 0, billableSeconds: 0 };
        const away = [it.hours * 3600 - seconds, it.billableHours * 3600 - billableSeconds];
        away.push((away[0] ?? 0) - (away[1] ?? 0));
        expect(Math.max(...away.map(Math.abs))).toBeLessThan(3600 / units - 1e-6);
        if (billableSeconds === seconds) expect(it.billableHours).toBe(it.hours);
        if (billableSeconds === 0) expect(it.billableHours).toBe(0);
      }
      return rows;
    };
    fc.assert(
      fc.property(fc.array(fc.array(WORKLOG, { maxLength: 8 }), { maxLength: 6 }), (groups) => {
        const sums = groups.map(total);
        const { seconds, billableSeconds } = total(sums);
        const whole = {
          hours: toHours(seconds, decimals),
          billableHours: toHours(billableSeconds, decimals),
        };
        for (const [index, hours] of check(whole, sums).entries()) check(hours, groups[index] ?? []);
        check(whole, groups.flat());
      }),
      { numRuns: 2000 },
    );
  },
);
