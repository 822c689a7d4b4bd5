import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsMeant } from "../../src/cli/dates/meant.ts";
import {
  checkOneWord,
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

/** 28 November 2026 is a Saturday. */
const SATURDAY = "2026-11-28";

const meant = (text: string) => wordsMeant(text, SATURDAY, (word) => readPeriod(word, SATURDAY));

test.each([
  ["today", "heute|HEUTE|hoy|aujourd’hui|'today'|today |i dag"],
  ["yesterday", "gestern|hier|ayer|ieri|ontem|gisteren|wczoraj|1 day ago|-1d|i går"],
  ["-2", "2 days ago|two days ago|2d ago|-2d|vorgestern|avant-hier|vor 2 Tagen|il y a 2 jours|hace 2 días"],
  ["-2", "the day before yesterday|anteayer|eergisteren"],
  ["2026-11-29", "tomorrow|morgen|mañana|+1|in 1 day"],
  ["fri", "fri.|Fri,| FRI "],
  ["friday", "Freitag|vendredi|viernes|fr|venerdì"],
  ["monday", "Montag|mo|lundi|lun."],
  ["march", "März|MARZO|mars"],
  ["2026-W47", "2026W47|2026-w-47|KW 47|kw47|KW-47|W47|w 47|week 47|CW47|47. KW|KW47/2026|KW 47 2026"],
  ["2026-W47", "week 47 of 2026|2026 KW 47|Woche 47|semaine 47|uge 47"],
  ["2027-W01", "KW 1|W01"],
  ["last-week", "letzte Woche|la semaine dernière|la semana pasada|1 week ago|last  week"],
  ["this-week", "this_week|diese Woche|cette semaine"],
  ["2026-W49", "next week|next-week|nächste Woche|in 1 week"],
  ["2026-W46", "2 weeks ago"],
  ["last-month", "letzten Monat|le mois dernier|1 month ago"],
  ["2026-12", "next month|next-month"],
  ["2026-08", "3 months ago"],
  ["2025-01..2025-12", "last year|letztes Jahr"],
  ["2026-11", "2026/11|11/2026|11.2026|11-2026|november 2026|Nov 2026|2026 november|nov. 2026"],
  ["2026-11-23", "23 Nov|23. November|23nov|Nov 23|Nov. 23rd|23rd of November|the 23rd of November"],
  ["2026-11-23", "23 Nov 2026|23-Nov-2026|Nov 23, 2026|2026 Nov 23|23 novembre|23 de noviembre de 2026"],
  ["2026-11-23", "Monday 23 Nov|Mon, 23 Nov 2026|Montag, 23.11.|lundi 23 novembre"],
  ["2026-11-23", "2026/11/23|2026.11.23|20261123|23.11.2026|23.11.26|23.11.|23. 11. 2026"],
  ["2026-11-23", "23/11|11/23|23/11/2026|11/23/2026|11-23-2026"],
  [
    "2026-11-20",
    "friday last week|last week friday|Friday of last week|Freitag letzte Woche|fri KW 47|friday of 2026-W47",
  ],
  ["2026-12-04", "friday next week|nächste Woche Freitag"],
  ["2026-11-01", "2026-11-1|2026-11-01.|1er novembre|1. November"],
  ["2027-01-05", "5 Jan|5.1."],
  ["2026-06-05", "5.6.|5.6.2026"],
  ["mon..wed", "mon-wed|mon - wed|Mon.-Wed.|mon to wed|mon–wed|mon bis wed"],
  ["monday..friday", "Montag-Freitag|from monday to friday|von Montag bis Freitag|monday...friday"],
  ["monday..today", "since monday|seit Montag"],
  ["2026-11-23..2026-11-27", "23-27 Nov|23.-27. November|Nov 23-27|23 Nov - 27 Nov|23.11. - 27.11."],
  ["2026-11-02..2026-11-06", "2026-11-02 2026-11-06|2026-11-02 to 2026-11-06|2026-11-02--2026-11-06"],
  ["2026-10-01..yesterday", "2026-10-01 yesterday|1 Oct to yesterday"],
])("%s is meant by %s", (word, texts) => {
  expect(texts.split("|").map((text) => [text, meant(text)])).toEqual(
    texts.split("|").map((text) => [text, [word]]),
  );
});

test.each([
  ["last friday", "friday", "2026-11-20"],
  ["next friday", "2026-12-04", "2026-12-11"],
  ["last march", "march", "2025-03"],
  ["next november", "2027-11", "2028-11"],
  ["05/06/2026", "2026-06-05", "2026-05-06"],
  ["5/6", "2026-06-05", "2027-05-06"],
])("%s may mean %s or %s", (text, ...words) => {
  expect(meant(text)).toEqual(words);
});

test("nothing is known of what may be no dates, or none that exist", () => {
  const texts =
    "47|5|1|23.|2026|5-6|1.5 yesterday|1.5 -3|30 -3|3 mon|1h 30|2h today|MAY-5 2h|today so far|31 Feb|2026-11-31|Tuesday 23 Nov 2026|" +
    "friday last month|so far last week|KW 54|W00|23 Nov..20 Nov|13/13|2026-13-01|..|-|";
  expect(texts.split("|").filter((text) => meant(text).length > 0)).toEqual([]);
});

test("each word that is meant is read, on any day", () => {
  const texts =
    "in 5 days|KW 53|29 Feb|5/6|next friday|2 weeks ago|31 Dec|mon-wed|23-27 Nov|fr|monday last week".split(
      "|",
    );
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...texts), (index, text) => {
      const { date: today } = dayAt(index);
      for (const word of wordsMeant(text, today, (it) => readPeriod(it, today)))
        expect(periodOf(word, today, "day").startDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    }),
  );
});

test.each([
  ["KW47", "Write 2026-W47, not 'KW47'. See tempofiller help log."],
  ["gestern", "Write yesterday (2026-11-27), not 'gestern'. See tempofiller help log."],
  ["2 days ago", "Dates are one word: write -2 (2026-11-26), not '2 days ago'. See tempofiller help log."],
  ["5/6", "'5/6' is ambiguous: write 2026-06-05 or 2027-05-06. See tempofiller help log."],
])("%s is refused with the word to type", (text, message) => {
  expect(() => periodOf(text, SATURDAY, "log")).toThrow(message);
});

test("of the words of a line, those that are dates together are named", () => {
  const check = (line: string) => checkOneWord(line.split(" "), SATURDAY, "day");
  expect(() => check("change 5 --date 2 days ago -m text")).toThrow(
    "write -2 (2026-11-26), not '2 days ago'.",
  );
  expect(() => check("fill 23 Nov 2026 PROJ-7")).toThrow("write 2026-11-23, not '23 Nov 2026'.");
  check("log PROJ-7 1h 30 -3 I may be 47 by then");
  check("2 ".repeat(5000));
});
