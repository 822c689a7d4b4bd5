import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DATE_FORMS,
  monthPeriod,
  periodOf,
  rangeName,
  readPeriod,
  upToToday,
  weekPeriod,
} from "../../src/cli/dates/period.ts";

/** A day of a calendar that is counted day by day, without any of the code that is tested. */
interface Day {
  date: string;
  /** 0 is Monday. */
  weekday: number;
  month: string;
  /** The week, as ISO 8601 writes it. */
  week: string;
}

const DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const MONTH_NAMES =
  "january february march april may june july august september october november december".split(" ");

/** The days of 1990 to 2110. 1 January 1990 was a Monday. */
function countedDays(): Day[] {
  const days: Omit<Day, "week">[] = [];
  for (let year = 1990; year <= 2110; year += 1) {
    const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    for (const [index, length] of [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].entries()) {
      const month = `${year}-${String(index + 1).padStart(2, "0")}`;
      for (let day = 1; day <= length; day += 1)
        days.push({ date: `${month}-${String(day).padStart(2, "0")}`, weekday: days.length % 7, month });
    }
  }
  let number = 0;
  let year = "";
  return days.map((day, index) => {
    if (day.weekday === 0) {
      const thursday = (days[index + 3]?.date ?? "").slice(0, 4);
      number = thursday === year ? number + 1 : 1;
      year = thursday;
    }
    return { ...day, week: `${year}-W${String(number).padStart(2, "0")}` };
  });
}

const CALENDAR = countedDays();
const OLDEST = 1000;
/** The index of a day with a year of days on both sides of it. */
const anyDay = fc.integer({ min: OLDEST, max: CALENDAR.length - OLDEST });
const dayAt = (index: number) => CALENDAR[index] as Day;

/** The first and the last date of the days that share a key with a day. */
function around(index: number, key: "week" | "month") {
  const near = CALENDAR.slice(index - 40, index + 40).filter((day) => day[key] === dayAt(index)[key]);
  return { startDate: near[0]?.date, endDate: near.at(-1)?.date };
}

const datesOf = (text: string, today: string) => {
  const { startDate, endDate } = readPeriod(text, today) ?? {};
  return { startDate, endDate };
};
test("a blank between two words is as good as a hyphen", () => {
  for (const text of ["last week", "This Week", "last month", "this month"])
    expect(readPeriod(text, "2026-11-20")).toEqual(readPeriod(text.replace(" ", "-"), "2026-11-20"));
});

const single = (date: string) => ({ startDate: date, endDate: date });

describe("against a calendar that is counted day by day,", () => {
  test("it meets leap days, year ends and weeks 53", () => {
    const weeks = new Set(CALENDAR.map(({ week }) => week).filter((week) => week.endsWith("W53")));
    expect([...weeks].slice(0, 5)).toEqual(["1992-W53", "1998-W53", "2004-W53", "2009-W53", "2015-W53"]);
    expect(CALENDAR.filter(({ date }) => date.endsWith("02-29")).length).toBe(29);
  });

  test("words for dates mean them", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 999 }), fc.nat(6), (index, days, weekday) => {
        const { date: today } = dayAt(index);
        const lastOfName = CALENDAR.slice(index - 6, index + 1).find((day) => day.weekday === weekday);
        const name = DAY_NAMES[weekday] as string;
        expect(datesOf(today, "2026-01-01")).toEqual(single(today));
        expect(datesOf("today", today)).toEqual(single(today));
        expect(datesOf("yesterday", today)).toEqual(single(dayAt(index - 1).date));
        expect(datesOf(`-${days}`, today)).toEqual(single(dayAt(index - days).date));
        for (const written of [name, name.slice(0, 3), name.toUpperCase()])
          expect(datesOf(written, today)).toEqual(single(lastOfName?.date ?? ""));
      }),
    );
  });

  test("words for weeks and months mean all of their days", () => {
    fc.assert(
      fc.property(anyDay, fc.nat(11), (index, month) => {
        const { date: today, week, month: thisMonth } = dayAt(index);
        expect(datesOf(week, "2026-01-01")).toEqual(around(index, "week"));
        expect(datesOf(week.toLowerCase(), "2026-01-01")).toEqual(around(index, "week"));
        expect(datesOf("this-week", today)).toEqual(around(index, "week"));
        expect(datesOf("last-week", today)).toEqual(around(index - 7, "week"));
        const before = CALENDAR.findLastIndex((day) => day.month < thisMonth);
        for (const written of ["this", "this-month", thisMonth, thisMonth.replace("-0", "-")])
          expect(datesOf(written, today)).toEqual(around(index, "month"));
        for (const written of ["last", "last-month"])
          expect(datesOf(written, today)).toEqual(around(before, "month"));
        const name = MONTH_NAMES[month] as string;
        const begun = CALENDAR.slice(0, index + 1).findLastIndex(
          ({ month: each }) => Number(each.slice(5)) === month + 1,
        );
        for (const written of [name, name.slice(0, 3)])
          expect(datesOf(written, today)).toEqual(around(begun, "month"));
      }),
    );
  });

  test("a range goes from the first date of one to the last of the other, or to the next of that weekday", () => {
    const nextMonday = (from: string) =>
      CALENDAR.find(({ date, weekday }) => date >= from && weekday === 0)?.date;
    const words = fc.constantFrom(
      "today",
      "-3",
      "monday",
      "last-week",
      "this",
      "november",
      "2026-W53",
      "2024-02-29",
    );
    fc.assert(
      fc.property(anyDay, words, words, (index, first, last) => {
        const { date: today } = dayAt(index);
        const { startDate } = datesOf(first, today);
        const named = datesOf(last, today).endDate as string;
        const isBefore = last === "monday" && named < (startDate as string);
        const endDate = isBefore ? nextMonday(startDate as string) : named;
        expect(readPeriod(`${first}..${last}`, today)).toEqual({ kind: "range", startDate, endDate });
      }),
    );
  });

  test("the name of a range is read as that range, unless it is two dates", () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom("week", "month"), (index, unit) => {
        const range = around(index, unit) as { startDate: string; endDate: string };
        const name = rangeName(range);
        const written = unit === "week" ? name : `${range.startDate.slice(0, 7)}`;
        expect(datesOf(written, "2026-01-01")).toEqual(range);
      }),
    );
  });
});

test("every form that the table shows is read", () => {
  const written = DATE_FORMS.flatMap((form) => form.written);
  expect(written.filter((text) => !readPeriod(text, "2026-11-21"))).toEqual([]);
});

test.each([
  "",
  "..",
  "today..",
  "..today",
  "-1..-2..-3",
  "2026-W00",
  "2025-W53",
  "2026-W54",
  "2026-02-29",
  "2026-11-31",
  "2026-13",
  "2026-0",
  "2026-111",
  "tomorrow",
  "mo",
  "no",
  "-",
  "--3",
  "-x",
  "3",
  "-99999",
  "toString",
  "constructor",
  "today ",
])("%j names no dates", (text) => {
  expect(readPeriod(text, "2026-11-22")).toBeUndefined();
});

const TODAY = "2026-11-21";

test("what names no dates is refused with the word that was meant", () => {
  expect(() => periodOf("novmber", TODAY, "log")).toThrow("Did you mean november? Write 2026-11-20");
});

test("a month or a week is also named by a date in it, and by nothing else", () => {
  const november = { kind: "month", startDate: "2026-11-01", endDate: "2026-11-30" };
  const week = { kind: "week", startDate: "2026-11-16", endDate: "2026-11-22" };
  expect([monthPeriod("november", TODAY), monthPeriod("yesterday", TODAY)]).toEqual([november, november]);
  expect([weekPeriod("2026-W47", TODAY), weekPeriod("-2", TODAY)]).toEqual([week, week]);
  expect(() => weekPeriod("monday..today", TODAY)).toThrow("week shows one week, not 'monday..today'. See");
});

test.each([
  ["this", "2026-11-01", TODAY],
  ["this-week", "2026-11-16", TODAY],
  ["last", "2026-10-01", "2026-10-31"],
  ["2026-12", "2026-12-01", "2026-12-31"],
  ["2026-11-16..2026-11-22", "2026-11-16", "2026-11-22"],
])("%s ends today if it is a week or month that today is in", (text, startDate, endDate) => {
  expect(upToToday(periodOf(text, TODAY, "fill"), TODAY)).toEqual({ startDate, endDate });
});

test.each([
  [{ startDate: "2026-11-01", endDate: "2026-11-30" }, "November 2026"],
  [{ startDate: "2026-12-28", endDate: "2027-01-03" }, "2026-W53"],
  [{ startDate: "2026-11-20", endDate: "2026-11-20" }, "2026-11-20"],
  [{ startDate: "2026-11-02", endDate: "2026-11-20" }, "2026-11-02 to 2026-11-20"],
])("%j is named %s", (range, name) => {
  expect(rangeName(range)).toBe(name);
});
