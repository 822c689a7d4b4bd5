import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  countDays,
  type DateRange,
  datesOf,
  datesOfMonth,
  dayOfWeek,
} from "../../../src/timesheet/dates.ts";
import {
  column,
  columnsOf,
  monthsAround,
  monthsOf,
  neighboursOf,
  scaleOf,
  weeksOf,
} from "../../../src/view/model/periods.ts";
import { dayOn } from "./replies.ts";

const MONDAY = 1;
const SATURDAY = 6;
const SUNDAY = 7;

test.each([
  [1, "days"],
  [31, "days"],
  [42, "days"],
  [43, "weeks"],
  [190, "weeks"],
  [191, "months"],
  [1100, "months"],
])("a range of %j days is shown by %s", (days, scale) => {
  expect(scaleOf({ startDate: "2026-01-01", endDate: addDays("2026-01-01", days - 1) })).toBe(scale);
});

test.each([
  ["2026-11-01", MONDAY, 6],
  ["2026-11-01", SUNDAY, 0],
  ["2026-11-01", SATURDAY, 1],
  ["2026-11-02", MONDAY, 0],
  ["2026-11-02", SUNDAY, 1],
  ["2026-11-07", SATURDAY, 0],
])("%s, in a week from weekday %j, is in column %j", (date, firstWeekday, expected) => {
  expect(column(date, firstWeekday)).toBe(expected);
});

test("weeks begin on the first weekday, and the first and last end with the range", () => {
  const days = datesOf({ startDate: "2026-10-31", endDate: "2026-11-09" }).map((date) => dayOn(date));
  expect(weeksOf(days, MONDAY).map(({ range }) => range)).toEqual([
    { startDate: "2026-10-31", endDate: "2026-11-01" },
    { startDate: "2026-11-02", endDate: "2026-11-08" },
    { startDate: "2026-11-09", endDate: "2026-11-09" },
  ]);
  expect(weeksOf(days, SUNDAY).map(({ range }) => range)).toEqual([
    { startDate: "2026-10-31", endDate: "2026-10-31" },
    { startDate: "2026-11-01", endDate: "2026-11-07" },
    { startDate: "2026-11-08", endDate: "2026-11-09" },
  ]);
});

test("every day is in one week and one month, in order, and in the column of its weekday", () => {
  const firstWeekday = fc.integer({ min: MONDAY, max: SUNDAY });
  const start = fc.integer({ min: 0, max: 3000 }).map((days) => addDays("2023-06-15", days));
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 400 }), firstWeekday, (startDate, count, first) => {
      const dates = datesOf({ startDate, endDate: addDays(startDate, count - 1) });
      const days = dates.map((date) => dayOn(date));
      const weeks = weeksOf(days, first);
      const months = monthsOf(days);
      for (const periods of [weeks, months]) {
        expect(periods.flatMap((period) => period.days)).toEqual(days);
        expect(periods.flatMap(({ range }) => datesOf(range))).toEqual(dates);
      }
      for (const { range } of weeks) expect(countDays(range)).toBeLessThanOrEqual(7);
      for (const { range } of weeks.slice(1)) expect(column(range.startDate, first)).toBe(0);
      for (const { range } of months.slice(1)) expect(range.startDate).toMatch(/-01$/);
      for (const week of weeks) expect(columnsOf(week, first).filter((day) => day)).toEqual(week.days);
    }),
    { numRuns: 20 },
  );
});

test("the days of a week lie below the days of the same name", () => {
  const days = datesOf({ startDate: "2026-11-01", endDate: "2026-11-30" }).map((date) => dayOn(date));
  const names = weeksOf(days, SATURDAY).map((week) =>
    columnsOf(week, SATURDAY).map((day) => day && dayOfWeek(day.date).slice(0, 2)),
  );
  const whole = ["Sa", "Su", "Mo", "Tu", "We", "Th", "Fr"];
  expect(names).toEqual([
    [undefined, ...whole.slice(1)],
    whole,
    whole,
    whole,
    ["Sa", "Su", "Mo", undefined, undefined, undefined, undefined],
  ]);
});

const month = datesOfMonth;
const week = (startDate: string) => ({ startDate, endDate: addDays(startDate, 6) });
const NOVEMBER = month("2026-11");
const DECEMBER = month("2026-12");

test.each<[string, DateRange, DateRange[] | undefined, DateRange[]]>([
  ["a month", NOVEMBER, [month("2026-10"), DECEMBER], []],
  ["a month at the end of a year", DECEMBER, [NOVEMBER, month("2027-01")], []],
  ["a leap year's February", month("2028-02"), [month("2028-01"), month("2028-03")], []],
  ["a week", week("2026-11-02"), [week("2026-10-26"), week("2026-11-09")], [NOVEMBER]],
  ["a day", { startDate: "2026-12-31", endDate: "2026-12-31" }, undefined, [DECEMBER]],
  [
    "a week of two months",
    week("2026-11-30"),
    [week("2026-11-23"), week("2026-12-07")],
    [NOVEMBER, DECEMBER],
  ],
  ["a year", { startDate: "2026-01-01", endDate: "2026-12-31" }, undefined, []],
])("the ranges beside %s, and the months of which it is a part", (_, range, beside, around) => {
  expect([neighboursOf(range), monthsAround(range)]).toEqual([beside, around]);
});
