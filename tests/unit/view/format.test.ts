import { afterEach, expect, test, vi } from "vitest";
import { dayOfWeek } from "../../../src/timesheet/dates.ts";
import { count, formatFor, weekFrom } from "../../../src/view/format.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const TODAY = "2026-11-04";

/** Removes differences between versions of the Unicode data: kinds of spaces and apostrophes, and commas between words. */
function plain(text: string): string {
  return text
    .replaceAll("’", "'")
    .replaceAll(/\s*–\s*/g, "–")
    .replaceAll(/,?\s/g, " ");
}

/** Everything that a locale changes, in a browser of another one. */
function written(locale: string | undefined, browser = "en-GB") {
  vi.stubGlobal("navigator", { language: browser });
  const format = formatFor(locale, TODAY);
  return {
    number: plain(format.number(1234.5)),
    unit: format.unit(27_000),
    day: plain(format.day("2026-11-04")),
    month: format.month("2026-11-04"),
    firstWeekday: format.firstWeekday,
    locale: format.locale,
  };
}

const BRITISH = {
  number: "1,234.5",
  unit: "7.5 h",
  day: "Wednesday 4 November",
  month: "November 2026",
  firstWeekday: 1,
  locale: "en-GB",
};

const AMERICAN = { ...BRITISH, day: "Wednesday November 4", firstWeekday: 7, locale: "en-US" };

test.each([
  ["en-GB", BRITISH],
  ["en-US", AMERICAN],
  ["de-CH", { ...BRITISH, number: "1'234.5", day: "Wednesday 4 November", locale: "en-CH" }],
  ["de-DE", { ...BRITISH, number: "1.234,5", unit: "7,5 h", day: "Wednesday 4 November", locale: "en-DE" }],
])("%s has its own numbers and its own week, in English words", (locale, expected) => {
  expect(written(locale)).toEqual(expected);
});

test("a week begins on Saturday where that is usual", () => {
  expect(written("ar-EG").firstWeekday).toBe(6);
});

test.each([undefined, "", "not a locale", "e"])("the locale %j counts as the browser's", (locale) => {
  expect(written(locale, "en-US")).toEqual(AMERICAN);
});

test("without any locale it is British English", () => {
  expect(written("?", "?")).toEqual(BRITISH);
});

test.each([
  [0, "0 h"],
  [1200, "0.33 h"],
  [59, "0.02 h"],
  [27_000, "7.5 h"],
  [360_000, "100 h"],
])("%j seconds are %s", (seconds, text) => {
  vi.stubGlobal("navigator", { language: "en-GB" });
  expect(formatFor("en-GB", TODAY).unit(seconds)).toBe(text);
});

test.each([
  ["2026-11-01", "2026-11-30", "November 2026"],
  ["2028-02-01", "2028-02-29", "February 2028"],
  ["2026-11-02", "2026-11-08", "2–8 November 2026"],
  ["2026-11-30", "2026-12-06", "30 November–6 December 2026"],
  ["2026-12-28", "2027-01-03", "28 December 2026–3 January 2027"],
  ["2026-11-04", "2026-11-04", "4 November 2026"],
])("the range from %s to %s is %s", (startDate, endDate, text) => {
  vi.stubGlobal("navigator", { language: "en-GB" });
  const range = formatFor("en-GB", TODAY).range({ startDate, endDate });
  expect(plain(range)).toBe(text);
});

test.each([
  ["2026-01-05", "Mon 5 Jan"],
  ["2025-12-31", "Wed 31 Dec 2025"],
  ["2027-01-01", "Fri 1 Jan 2027"],
])("%s is written short as %s", (date, text) => {
  vi.stubGlobal("navigator", { language: "en-GB" });
  expect(plain(formatFor("en-GB", TODAY).shortDay(date))).toBe(text);
});

test.each(["2026-02-30", "2026-13-01", "tomorrow", ""])("%j is no date, and is written as it is", (text) => {
  vi.stubGlobal("navigator", { language: "en-GB" });
  const { day, shortDay, dayAndMonth, month } = formatFor("en-GB", TODAY);
  expect([day, shortDay, dayAndMonth, month].map((format) => format(text))).toEqual([text, text, text, text]);
});

test.each(["Pacific/Kiritimati", "America/Los_Angeles"])("dates stay the same dates in %s", (zone) => {
  const before = process.env.TZ;
  process.env.TZ = zone;
  vi.stubGlobal("navigator", { language: "en-GB" });
  try {
    const format = formatFor("en-GB", TODAY);
    expect([format.dayAndMonth("2026-11-01"), format.weekday("2026-11-01")]).toEqual([
      "1 Nov",
      { long: "Sunday", short: "Sun" },
    ]);
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});

test.each([
  [1, "Monday"],
  [6, "Saturday"],
  [7, "Sunday"],
])("a week from weekday %j begins on %s and has seven days", (firstWeekday, name) => {
  const names = weekFrom(firstWeekday).map(dayOfWeek);
  expect([names[0], new Set(names).size, names.length]).toEqual([name, 7, 7]);
});

test.each([
  [0, "0 days"],
  [1, "1 day"],
  [2, "2 days"],
])("%j is counted as %s", (number, text) => {
  expect(count(number, "day")).toBe(text);
});
