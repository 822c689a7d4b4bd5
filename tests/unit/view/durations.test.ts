import fc from "fast-check";
import { expect, test } from "vitest";
import { toHours } from "../../../src/timesheet/hours.ts";
import { readHours } from "../../../src/view/model/days.ts";
import { HOUR, MINUTE } from "./replies.ts";

test.each([
  ["three times 20 minutes", [1200, 1200, 1200], [1200, 1200, 1200]],
  ["hours that are exact in decimals", [2700, 28_800, 360], [2700, 28_800, 360]],
  ["decimal hours that are no whole minutes", [1188, 1188, 1188], [1188, 1188, 1188]],
  ["no time at all", [], []],
  ["a whole day", [24 * HOUR], [24 * HOUR]],
  ["one decimal duration that a minute also rounds to", [1188], [1200]],
])("%s: %j seconds are read as %j", (_, stored, expected) => {
  const read = readHours(stored.map(toHours), toHours(stored.reduce((sum, seconds) => sum + seconds, 0)));
  expect(stored.map((seconds) => read(toHours(seconds)))).toEqual(expected);
});

test("whole minutes are read exactly, each of them", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 24 * 60 }), { maxLength: 600 }), (minutes) => {
      const seconds = minutes.map((each) => each * MINUTE);
      const read = readHours(seconds.map(toHours), toHours(seconds.reduce((sum, each) => sum + each, 0)));
      expect(seconds.map((each) => read(toHours(each)))).toEqual(seconds);
    }),
  );
});

test("hours in decimals add up to the total of the reply", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2400 }), { maxLength: 600 }), (hundredths) => {
      const hours = hundredths.map((each) => each / 100);
      const total = toHours(hundredths.reduce((sum, each) => sum + each * 36, 0));
      const read = readHours(hours, total);
      expect(toHours(hours.reduce((sum, each) => sum + read(each), 0))).toBe(total);
    }),
  );
});

test("no duration is read as more than 48 seconds off, whatever Tempo holds", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 24 * HOUR }), { maxLength: 100 }), (seconds) => {
      const read = readHours(seconds.map(toHours), toHours(seconds.reduce((sum, each) => sum + each, 0)));
      for (const each of seconds) expect(Math.abs(read(toHours(each)) - each)).toBeLessThanOrEqual(48);
    }),
  );
});
