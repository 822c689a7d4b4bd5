import { describe, expect, test } from "vitest";
import { addDays, datesOf } from "../../src/timesheet/dates.ts";
import { sayFarDates, warnOfFarRange } from "../../src/timesheet/far-dates.ts";

const TODAY = "2026-11-28";

describe("the sentence about dates far from today", () => {
  test.each<[what: string, dates: string[], sentence: string | undefined]>([
    ["none", [], undefined],
    ["today", [TODAY], undefined],
    ["the same day two years ago", ["2024-11-28"], `2024-11-28 is 730 days before today, ${TODAY}.`],
    ["60 days back", [addDays(TODAY, -60)], undefined],
    ["61 days back", ["2026-09-28"], `2026-09-28 is 61 days before today, ${TODAY}.`],
    ["31 days ahead", [addDays(TODAY, 31)], undefined],
    ["32 days ahead", ["2026-12-30"], `2026-12-30 is 32 days after today, ${TODAY}.`],
    [
      "two, one of them twice",
      ["2024-11-28", "2024-11-27", "2024-11-28"],
      `2024-11-27 and 2024-11-28 are 730 to 731 days before today, ${TODAY}.`,
    ],
    [
      "hundreds, beside those that are near",
      datesOf({ startDate: "2025-01-01", endDate: TODAY }),
      `The 636 dates from 2025-01-01 to 2026-09-28 are 61 to 696 days before today, ${TODAY}.`,
    ],
    [
      "both sides",
      ["2027-03-01", "2024-02-29"],
      `2024-02-29 is 1003 days before, and 2027-03-01 is 93 days after today, ${TODAY}.`,
    ],
  ])("%s", (_, dates, sentence) => {
    expect(sayFarDates(dates, TODAY)).toBe(sentence);
  });
});

describe("a range that is read is far if", () => {
  test.each([
    ["2024-11-23", "2024-11-28", true],
    ["2025-12-31", "2025-12-31", true],
    ["2025-12-31", "2026-01-01", false],
    ["2026-01-01", "2026-01-07", false],
    ["2026-12-30", "2026-12-31", false],
    ["2026-12-31", "2027-01-01", false],
    ["2027-01-01", "2027-01-01", true],
  ])("%s to %s: %j", (startDate, endDate, isFar) => {
    const { warnings } = warnOfFarRange({ startDate, endDate }, { today: TODAY, reader: "assistant" });
    expect(warnings !== undefined).toBe(isFar);
  });

  test("it is of the last year, but not within the 60 days", () => {
    const ofDay = (date: string) =>
      warnOfFarRange({ startDate: date, endDate: date }, { today: "2027-01-15", reader: "assistant" });
    expect(ofDay("2026-11-16")).toEqual({});
    expect(ofDay("2026-11-15")).toEqual({
      warnings: ["2026-11-15 is 61 days before today, 2027-01-15. If that is not meant, use other dates."],
    });
  });
});
