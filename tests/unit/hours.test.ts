import fc from "fast-check";
import { expect, test } from "vitest";
import { exactTime, readTime, toHours, toSeconds } from "../../src/timesheet/hours.ts";

test.each([
  ["1h 20m", 4800],
  ["1h20m", 4800],
  ["80m", 4800],
  ["2h", 7200],
  [" 0h 30m ", 1800],
  ["0m", 0],
  ["", undefined],
  ["h", undefined],
  ["1.5h", undefined],
  ["20m 1h", undefined],
  ["-1h", undefined],
  ["1h  20m", undefined],
  ["٣h", undefined],
])("%j is %s seconds", (text, seconds) => {
  expect(readTime(text)).toBe(seconds);
});

test.each([
  [4800, "1h 20m"],
  [1200, "20m"],
  [3601, "1h 1s"],
  [59, "59s"],
  [5400, undefined],
  [36, undefined],
  [0, undefined],
])("%i seconds are %s", (seconds, text) => {
  expect(exactTime(seconds)).toBe(text);
});

test("hours are exact or have their exact time beside them, for every time of a day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1440 }), (minutes) => {
      const seconds = minutes * 60;
      const text = exactTime(seconds);
      expect(text === undefined ? toSeconds(toHours(seconds)) : readTime(text)).toBe(seconds);
    }),
  );
});
