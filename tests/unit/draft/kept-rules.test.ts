import { expect, test } from "vitest";
import { isRule, withoutRule, withRules } from "../../../src/timesheet/draft/kept-rules.ts";
import { ownEmails } from "../../../src/timesheet/draft/own-emails.ts";

const DAILY = { pattern: "Daily*", issueKey: "DEMO-4" };
const REVIEW = { pattern: "Review", issueKey: "DEMO-5" };

test.each([
  ["a further one", [REVIEW], [DAILY, REVIEW]],
  [
    "one in place of that for the same pattern",
    [{ pattern: " daily* ", issueKey: "DEMO-9" }, REVIEW],
    [{ pattern: "daily*", issueKey: "DEMO-9" }, REVIEW],
  ],
  ["none", [], [DAILY]],
  [
    "one with single spaces",
    [{ pattern: "Roadmap \t with  Kim", issueKey: "DEMO-1" }],
    [DAILY, { pattern: "Roadmap with Kim", issueKey: "DEMO-1" }],
  ],
  [
    "the beginning of a long title",
    [{ pattern: "x".repeat(256), issueKey: "DEMO-1" }],
    [DAILY, { pattern: `${"x".repeat(254)}*`, issueKey: "DEMO-1" }],
  ],
])("rules get %s", (_, added, rules) => {
  expect(withRules([DAILY], added)).toEqual(rules);
  expect(rules.every(isRule)).toBe(true);
});

test("a rule is removed by its pattern, whose case and spaces do not count", () => {
  expect(withoutRule([DAILY, REVIEW], "DAILY*  ")).toEqual([REVIEW]);
  expect(withoutRule([DAILY], "Daily")).toEqual([DAILY]);
});

test.each([
  ["", "DEMO-1"],
  ["  ", "DEMO-1"],
  ["x".repeat(256), "DEMO-1"],
  ["Daily", "DEMO"],
  ["Daily", "DEMO-0"],
  ["Daily", "DEMO-1 "],
])("%j for %j is no rule", (pattern, issueKey) => {
  expect(isRule({ pattern, issueKey })).toBe(false);
});

test("the user's addresses are in lower case, each once", () => {
  expect(ownEmails(["Ada@example.com", undefined, " ada@EXAMPLE.com", "", "ada@laptop"])).toEqual([
    "ada@example.com",
    "ada@laptop",
  ]);
});
