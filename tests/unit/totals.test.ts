import { expect, test } from "vitest";
import { toHours, toSeconds } from "../../src/timesheet/hours.ts";
import { aggregateByIssue, compareText, totalHours } from "../../src/timesheet/totals.ts";

const issue = (key: string, summary = "") => ({ id: `id of ${key}`, key, summary });

test.each([
  ["nothing is 0 hours", [], 0],
  ["three times twenty minutes is 1 hour, not 0.99", [1200, 1200, 1200], 1],
  ["seconds are added before they are rounded", [17, 17], 0.01],
  ["a total has two decimals", [1000], 0.28],
])("%s", (_, seconds, hours) => {
  expect(totalHours(seconds.map((it) => ({ seconds: it })))).toBe(hours);
});

test.each([
  [0, 0],
  [17, 0],
  [18, 0.01],
  [1188, 0.33],
  [3600, 1],
  [86_400, 24],
])("%d seconds are %d hours", (seconds, hours) => {
  expect(toHours(seconds)).toBe(hours);
});

test.each([
  [0.1, 360],
  [1 / 3, 1200],
  [4.35, 15_660],
  [24, 86_400],
])("%d hours are %d seconds", (hours, seconds) => {
  expect(toSeconds(hours)).toBe(seconds);
});

test("issues are listed with most hours first, then by key", () => {
  const entries = [
    { issue: issue("B-1"), seconds: 3600 },
    { issue: issue("A-2"), seconds: 1800 },
    { issue: issue("C-1", "Most hours"), seconds: 7200 },
    { issue: issue("A-2"), seconds: 1800 },
  ];
  expect(aggregateByIssue(entries)).toEqual([
    { issueKey: "C-1", issueSummary: "Most hours", totalHours: 2, entryCount: 1 },
    { issueKey: "A-2", issueSummary: "", totalHours: 1, entryCount: 2 },
    { issueKey: "B-1", issueSummary: "", totalHours: 1, entryCount: 1 },
  ]);
});

test("an issue's hours are added in seconds and rounded once", () => {
  const entries = [1200, 1200, 1200].map((seconds) => ({ issue: issue("A-1"), seconds }));
  expect(aggregateByIssue(entries)).toEqual([
    { issueKey: "A-1", issueSummary: "", totalHours: 1, entryCount: 3 },
  ]);
});

test("two issues are two, though they have the same key", () => {
  const moved = { ...issue("A-1"), id: "another id" };
  const entries = [
    { issue: issue("A-1"), seconds: 3600 },
    { issue: moved, seconds: 3600 },
  ];
  expect(aggregateByIssue(entries).map(({ entryCount }) => entryCount)).toEqual([1, 1]);
});

test("texts are ordered by code unit, whatever the locale", () => {
  expect(["ä", "b", "A-10", "A-2", "a"].sort(compareText)).toEqual(["A-10", "A-2", "a", "b", "ä"]);
});

test("hours of issues add up to a total that is shown with them", () => {
  const entries = ["A-1", "A-2", "A-3"].map((key) => ({ issue: issue(key), seconds: 1200 }));
  expect(aggregateByIssue(entries, 1).map(({ totalHours }) => totalHours)).toEqual([0.34, 0.33, 0.33]);
  expect(aggregateByIssue(entries).map(({ totalHours }) => totalHours)).toEqual([0.33, 0.33, 0.33]);
});
