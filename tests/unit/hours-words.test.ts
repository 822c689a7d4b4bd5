import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_FORMS, hoursOf, readHours, roundingOf } from "../../src/cli/hours.ts";
import { toSeconds } from "../../src/timesheet/hours.ts";

describe("hours of a command line", () => {
  test.each([
    ["2h", 7200],
    ["2H", 7200],
    ["1h30", 5400],
    ["1h30m", 5400],
    ["1h 30m", 5400],
    ["1h5", 3900],
    ["90m", 5400],
    ["1.5", 5400],
    ["1.5h", 5400],
    [".5", 1800],
    ["8", 28_800],
    ["0:45", 2700],
    ["10:05", 36_300],
    ["0h", 0],
    ["2,5", 9000],
    ["0,5h", 1800],
    ["2 h", 7200],
    ["1h 30 min", 5400],
    ["2hours", 7200],
    ["1 hour", 3600],
    ["45min", 2700],
    ["45 mins", 2700],
    ["\uff12h", 7200],
    ["1h20", 4800],
    ["1h20min", 4800],
    ["1:20", 4800],
    ["1:20h", 4800],
    ["01:20:00", 4800],
    ["80 minutes", 4800],
    ["1m", 60],
    ["0.33333333333333", 1200],
    ["0.3333333333333333", 1200],
    ["1.33333333333333333333", 4800],
    ["0,6666666666", 2400],
    ["0.66666666666667h", 2400],
    ["0.33", 1200],
    ["0.333", 1200],
    ["0.666", 2400],
    ["0.667", 2400],
    ["0.17", 600],
    ["0.02", 60],
    ["0.0167", 60],
    ["0.34", 1224],
    ["0.66", 2376],
    ["0.334", 1202],
    ["1.1", 3960],
    ["7.99999999", 28_800],
  ])("%j is %i seconds", (text, seconds) => {
    expect(readHours(text)).toBe(seconds);
  });

  test("every form of the table is read", () => {
    expect(HOUR_FORMS.flatMap(({ written }) => written).filter((text) => !readHours(text))).toEqual([]);
  });

  test("every minute of a day is the same in each form, and stays so in the hours of a call", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 * 60 }), (minutes) => {
        const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
        const padded = String(rest).padStart(2, "0");
        const decimals = [2, 3, 4, 6, 14, 17].map((digits) => (minutes / 60).toFixed(digits));
        const clocks = [`${hours}h${rest}`, `${hours}h${padded}m`, `${hours}:${padded}`];
        for (const text of [`${minutes}m`, ...clocks, ...decimals, `${minutes / 60}`])
          expect(toSeconds(hoursOf(text, "log"))).toBe(minutes * 60);
      }),
    );
  });

  test.each([
    "",
    "h",
    "2h60",
    "1:60",
    "1:5",
    "-2h",
    "+2",
    "1e1",
    "two",
    "0x2",
    "2d",
    "30s",
    "100h",
    "2,5,5",
    "1 5",
    "1 5h",
    "2,30h1",
    "hours",
    "min",
  ])("%j is no time", (text) => {
    expect(readHours(text)).toBeUndefined();
    expect(() => hoursOf(text, "log")).toThrow(
      `'${text}' is no time. Write hours as one of 2h, 90m, 1.5, 0:45. See tempofiller help log.`,
    );
  });

  test.each([
    ["0.33", "0.33 h is 20m."],
    ["0,333h", "0,333 h is 20m."],
    ["0.34", "0.34 h is 20m 24s."],
    ["0.66", "0.66 h is 39m 36s."],
    ["1.3333", "1.3333 h is 1h 20m."],
  ])("%s is not rounded in silence", (text, said) => {
    expect(roundingOf(text)).toBe(said);
  });

  test.each(["0.5", "1.5h", "8", "0.05", "0.33333333333333", "0.1", "20m", "1:20", "1h20", "0"])(
    "nothing is said of %s, which is what it says",
    (text) => {
      expect(roundingOf(text)).toBeUndefined();
    },
  );

  test.each(["0", "0m", "0.01", "24h1", "25", "1441m"])("%j cannot be logged", (text) => {
    expect(() => hoursOf(text, "fill")).toThrow(
      `Hours are from 1m to 24h, not '${text}'. See tempofiller help fill.`,
    );
  });
});
