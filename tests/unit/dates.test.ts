import { expect, test } from "vitest";
import {
  addDays,
  addYears,
  countDays,
  datesOf,
  datesOfMonth,
  dayOfWeek,
  isCalendarDate,
  isCalendarMonth,
  monthsUpTo,
} from "../../src/timesheet/dates.ts";

test.each([
  ["2026-01-05", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["1900-02-29", false],
  ["2000-02-29", true],
  ["2026-04-31", false],
  ["2026-13-01", false],
  ["2026-00-10", false],
  ["2026-1-5", false],
  ["2026-01-05T00:00", false],
  [" 2026-01-05", false],
  ["tomorrow", false],
  ["", false],
])("%j is a calendar date: %j", (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

test.each([
  ["2026-01-05", "Monday"],
  ["2026-01-11", "Sunday"],
  ["2024-02-29", "Thursday"],
  ["1970-01-01", "Thursday"],
])("%s is a %s", (date, day) => {
  expect(dayOfWeek(date)).toBe(day);
});

test.each([
  ["2026-01-31", 1, "2026-02-01"],
  ["2026-01-01", -1, "2025-12-31"],
  ["2024-02-28", 1, "2024-02-29"],
  ["2026-02-28", 1, "2026-03-01"],
  // Clocks change on these days in Europe and in America.
  ["2026-03-28", 2, "2026-03-30"],
  ["2026-10-31", 1, "2026-11-01"],
  ["2026-01-05", 0, "2026-01-05"],
])("%s and %d days is %s", (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected);
});

test.each([
  ["2026-01-05", "2026-01-05", ["2026-01-05"]],
  ["2026-02-27", "2026-03-02", ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]],
  ["2026-01-06", "2026-01-05", []],
])("the range from %s to %s has every date, ascending", (startDate, endDate, dates) => {
  expect(datesOf({ startDate, endDate })).toEqual(dates);
});

test("a range counts both of its ends, across leap years", () => {
  expect(countDays({ startDate: "2024-01-01", endDate: "2027-01-04" })).toBe(1100);
});

test.each([
  ["2026-01", true],
  ["2026-12", true],
  ["2026-13", false],
  ["2026-00", false],
  ["2026-1", false],
  ["2026-01-05", false],
])("%j is a month: %j", (text, expected) => {
  expect(isCalendarMonth(text)).toBe(expected);
});

test.each([
  ["2026-01", "2026-01-31"],
  ["2026-04", "2026-04-30"],
  ["2026-02", "2026-02-28"],
  ["2028-02", "2028-02-29"],
])("%s ends on %s", (month, endDate) => {
  expect(datesOfMonth(month)).toEqual({ startDate: `${month}-01`, endDate });
});

test("months go backwards across a year", () => {
  expect(monthsUpTo("2026-02-28", 4)).toEqual(["2026-02", "2026-01", "2025-12", "2025-11"]);
});

test.each([
  ["2026-01-15", "2028-01-15"],
  ["2024-02-29", "2026-02-28"],
  ["2026-02-28", "2028-02-28"],
])("two years after %s is %s", (date, expected) => {
  expect(addYears(date, 2)).toBe(expected);
});
