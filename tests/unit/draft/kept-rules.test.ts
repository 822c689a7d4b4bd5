import { describe, expect, test } from "vitest";
import { ownEmails } from "../../../src/timesheet/draft/evidence.ts";
import {
  isRule,
  issueByRules,
  lineOf,
  patternOf,
  withoutRule,
  withRules,
} from "../../../src/timesheet/draft/titles.ts";
import type { Issue } from "../../../src/timesheet/port.ts";

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
    "one for an asterisk beside that for all titles that begin so",
    [{ pattern: "Daily＊", issueKey: "DEMO-1" }],
    [DAILY, { pattern: "Daily＊", issueKey: "DEMO-1" }],
  ],
  [
    "one in place of that for the same titles",
    [{ pattern: "Ｄaily *", issueKey: "DEMO-1" }],
    [{ pattern: "Ｄaily *", issueKey: "DEMO-1" }],
  ],
])("rules get %s", (_, added, rules) => {
  expect(withRules([DAILY], added)).toEqual(rules);
  expect(rules.every(isRule)).toBe(true);
});

test("a rule is removed by its pattern, whose case and spaces do not count", () => {
  expect(withoutRule([DAILY, REVIEW], "DAILY*  ")).toEqual([REVIEW]);
  expect(withoutRule([DAILY], "Daily")).toEqual([DAILY]);
});

const OTHERS = ["Daily", "Roadmap with Kim", "a", "?", "login spike/cache", "Daily 1", "x".repeat(255)];

describe("the rule for a title is of that title alone", () => {
  test.each([
    ..."*|＊|﹡|**|＊＊|* *|＊ ﹡|*＊*|Daily*|Daily＊|*Daily|＊Daily|＊ Daily ＊|D＊y|D*y|a﹡".split("|"),
    ..."?|.*|.+|[a-z]*|%|_|\\*|\\＊|/*|login *|login ＊|/home/kim/*|g1|c1|PROJ-*|＊-1|{*}|(＊)|^|$".split(
      "|",
    ),
    ...[
      "⁎",
      "∗",
      "✱",
      "＊\u0301",
      "\u200b*\u200b",
      "＊\ufe0f",
      "e\u0301＊",
      "＊".repeat(255),
      "¨",
      "ﷺ",
      "㏂＊",
    ],
  ])("%j", (title) => {
    const rules = withRules([], [{ pattern: patternOf(title), issueKey: "DEMO-1" }]);
    const [mine, other] = ["DEMO-1", "DEMO-2"].map((key): [string, Issue] => [
      key,
      { id: key, key, summary: key },
    ]);
    const issues = new Map([mine, other].flatMap((it) => (it ? [it] : [])));
    expect(rules.every(isRule)).toBe(true);
    expect(issueByRules(rules, issues)(lineOf(title))?.key).toBe("DEMO-1");
    const found = OTHERS.filter((it) => it !== title && issueByRules(rules, issues)(it));
    expect(found).toEqual([]);
    // The rule for every title stays beside it.
    const all = { pattern: "*", issueKey: "DEMO-2" };
    expect(withRules([all], rules)).toEqual([all, ...rules]);
    expect(withoutRule([all, ...rules], rules[0]?.pattern ?? "")).toEqual([all]);
  });

  test("whatever character it is", () => {
    const issues = new Map([["DEMO-1", { id: "1", key: "DEMO-1", summary: "One" }]]);
    // All that Unicode writes in another way too; others stay as they are.
    const folded = Array.from({ length: 0x11_00_00 }, (_, code) => String.fromCodePoint(code)).filter(
      (it) => it < "\u0100" || it.normalize("NFKC") !== it,
    );
    const wide = folded.filter((title) => {
      const rule = { pattern: patternOf(lineOf(title)), issueKey: "DEMO-1" };
      return lineOf(title) !== "" && issueByRules([rule], issues)("Daily") !== undefined;
    });
    expect(wide).toEqual([]);
  });
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
