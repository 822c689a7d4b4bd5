import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_FORMS, hoursOf, readHours } from "../../src/cli/hours.ts";
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
  ])("%j is %i seconds", (text, seconds) => {
    expect(readHours(text)).toBe(seconds);
  });

  test("every form of the table is read", () => {
    expect(HOUR_FORMS.flatMap(({ written }) => written).filter((text) => !readHours(text))).toEqual([]);
  });

  test("every minute of a day is the same in each form, and stays so in the hours of a call", () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 24 * 60 }), (minutes) => {
        const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
        const padded = String(rest).padStart(2, "0");
        for (const text of [`${minutes}m`, `${hours}h${rest}`, `${hours}h${padded}m`, `${hours}:${padded}`])
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
    "1h30s",
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

  test.each(["0", "5m", "0.09", "24h1", "25", "1441m"])("%j cannot be logged", (text) => {
    expect(() => hoursOf(text, "fill")).toThrow(
      `Hours are from 6m to 24h, not '${text}'. See tempofiller help fill.`,
    );
  });
});
