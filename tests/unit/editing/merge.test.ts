import { describe, expect, test } from "vitest";
import type { WorklogDifference } from "../../../src/generated/responses.ts";
import {
  before as changedFrom,
  differences,
  merge,
  type ReadyChanges,
  shownBillable,
  timeOf,
} from "../../../src/timesheet/editing/merge.ts";
import type { FullWorklog } from "../../../src/timesheet/port.ts";
import { fullWorklog } from "./worklogs.ts";

type Parts = Partial<FullWorklog>;

describe("a change of a worklog", () => {
  test.each<[what: string, current: Parts, changes: ReadyChanges, changed: Parts]>([
    ["without values changes nothing", {}, {}, {}],
    ["of the hours changes billable time too", {}, { hours: 1 }, { seconds: 3600, billableSeconds: 3600 }],
    [
      "to more hours keeps all of it billable",
      {},
      { hours: 3 },
      { seconds: 10_800, billableSeconds: 10_800 },
    ],
    ["to the hours that replies show keeps the seconds", { seconds: 7201 }, { hours: 2 }, {}],
    ["to other hours does not", { seconds: 7201 }, { hours: 2.01 }, { seconds: 7236 }],
    ["of the date changes the date alone", {}, { date: "2026-01-06" }, { date: "2026-01-06" }],
    ["to another start time sends it with seconds", {}, { startTime: "09:30" }, { startTime: "09:30:00" }],
    ["to the same start time keeps its seconds", { startTime: "09:00:30" }, { startTime: "09:00" }, {}],
    [
      "to midnight gives no start time to a worklog without one",
      { startTime: undefined } as object,
      { startTime: "00:00" },
      {},
    ],
    ["to another comment replaces it", {}, { description: "Test" }, { comment: "Test" }],
    ["to an empty comment removes it", {}, { description: "" }, { comment: "" }],
    ["to the same comment with space around keeps it", { comment: "a\r\nb " }, { description: " a\nb" }, {}],
    [
      "to billable makes all of it so",
      { billableSeconds: 60 },
      { billable: true },
      { billableSeconds: 7200 },
    ],
    ["to not billable leaves none", {}, { billable: false }, { billableSeconds: 0 }],
    [
      "to billable, with other hours",
      { billableSeconds: 0 },
      { billable: true, hours: 3 },
      { seconds: 10_800, billableSeconds: 10_800 },
    ],
    [
      "to more hours keeps what was billable in part",
      { billableSeconds: 60 },
      { hours: 3 },
      { seconds: 10_800 },
    ],
    [
      "to less hours than are billable leaves no more than all",
      { billableSeconds: 5400 },
      { hours: 1 },
      { seconds: 3600, billableSeconds: 3600 },
    ],
    ["to less hours keeps that nothing is billable", { billableSeconds: 0 }, { hours: 1 }, { seconds: 3600 }],
  ])("%s", (_, parts, changes, changed) => {
    const current = fullWorklog(parts);
    expect(merge(current, changes)).toEqual({ ...current, ...changed });
  });
});

describe("what the reply says of before", () => {
  test.each<[what: string, now: Parts, expected: object]>([
    ["nothing, if nothing has changed", {}, {}],
    ["the date", { date: "2026-01-06" }, { date: "2026-01-05" }],
    [
      "the hours, and not billable ones that were all",
      { seconds: 3600, billableSeconds: 3600 },
      { hours: 2 },
    ],
    ["no hours that differ by a second", { seconds: 7201, billableSeconds: 7201 }, {}],
    ["the comment", { comment: "Test" }, { comment: "Review" }],
    ["the billable hours", { billableSeconds: 0 }, { billableHours: 2 }],
    ["the start time", { startTime: "10:00:00" }, { startTime: "09:00" }],
    ["no start time that differs by seconds", { startTime: "09:00:59" }, {}],
  ])("%s", (_, now, expected) => {
    expect(changedFrom(fullWorklog(), fullWorklog(now))).toEqual(expected);
  });

  test("midnight, if there was no start time", () => {
    const { startTime: _, ...old } = fullWorklog();
    expect(changedFrom(old, fullWorklog())).toEqual({ startTime: "00:00" });
    expect(changedFrom(old, fullWorklog({ startTime: "00:00:00" }))).toEqual({});
  });

  test.each([
    [7200, undefined],
    [7199, 2],
    [3600, 1],
    [0, 0],
  ])("of 7200 seconds, %i billable ones are shown as %s hours", (billableSeconds, shown) => {
    expect(shownBillable(fullWorklog({ billableSeconds }))).toBe(shown);
  });

  test.each([
    ["13:45:10", "13:45"],
    [undefined, "00:00"],
  ])("a start time of %s is shown as %s", (startTime, shown) => {
    expect(timeOf({ ...(startTime !== undefined && { startTime }) })).toBe(shown);
  });
});

describe("what Tempo has stored otherwise", () => {
  test.each<[what: string, stored: Parts, expected: WorklogDifference[]]>([
    ["nothing", {}, []],
    [
      "no seconds that replies do not show",
      { seconds: 7201, billableSeconds: 7199, startTime: "09:00:59" },
      [],
    ],
    ["no line ends and no space around a comment", { comment: " Review\r\n" }, []],
    ["the date", { date: "2026-01-06" }, [{ field: "date", sent: "2026-01-05", stored: "2026-01-06" }]],
    ["the hours", { seconds: 3600 }, [{ field: "hours", sent: "2", stored: "1" }]],
    ["the billable hours", { billableSeconds: 0 }, [{ field: "billableHours", sent: "2", stored: "0" }]],
    ["the comment", { comment: "Test" }, [{ field: "comment", sent: "Review", stored: "Test" }]],
    ["the start time", { startTime: "10:00:00" }, [{ field: "startTime", sent: "09:00", stored: "10:00" }]],
    [
      "an attribute",
      { attributes: [{ key: "_Team_", value: "red" }] },
      [{ field: "_Team_", sent: "blue", stored: "red" }],
    ],
    ["an attribute that it dropped", { attributes: [] }, [{ field: "_Team_", sent: "blue" }]],
    [
      "an attribute that it added",
      {
        attributes: [
          { key: "_Team_", value: "blue" },
          { key: "_Account_", value: "ACME" },
        ],
      },
      [{ field: "_Account_", stored: "ACME" }],
    ],
  ])("%s", (_, stored, expected) => {
    expect(differences(fullWorklog(), fullWorklog(stored))).toStrictEqual(expected);
  });
});
