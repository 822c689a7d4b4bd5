import { describe, expect, test } from "vitest";
import {
  contentKey,
  isBillableAsWanted,
  lenientComment,
  lenientKey,
  plainComment,
} from "../../src/timesheet/content.ts";
import { type Content, existingWorklog } from "./posting/worklogs.ts";

describe("keys", () => {
  const BASE: Content = { comment: "a" };
  const keysOf = (content: Content) => {
    const worklog = existingWorklog("1", content);
    return {
      content: contentKey(worklog.issueId, worklog),
      lenient: lenientKey(worklog.issueId, worklog),
    };
  };

  test.each<[difference: string, other: Content, equal: ("content" | "lenient")[]]>([
    ["nothing", BASE, ["content", "lenient"]],
    ["the issue", { ...BASE, issue: "2" }, []],
    ["the date", { ...BASE, date: "2026-01-06" }, []],
    ["the hours", { ...BASE, hours: 1.01 }, []],
    ["seconds that replies do not show", { ...BASE, hours: 1.001 }, ["content", "lenient"]],
    ["billable time", { ...BASE, billable: false }, ["lenient"]],
    ["the comment", { comment: "b" }, []],
    ["whitespace around the comment", { comment: " a\r\n" }, ["content", "lenient"]],
    ["tags in the comment", { comment: "<p>a</p>" }, ["lenient"]],
  ])("are equal or not where %s differs", (_, other, equal) => {
    const [a, b] = [keysOf(BASE), keysOf(other)];
    const kinds = ["content", "lenient"] as const;
    expect(kinds.filter((kind) => a[kind] === b[kind])).toEqual(equal);
  });
});

test.each([
  [3600, 3600, true],
  [3600, 0, true],
  [0, 0, true],
  [3600, undefined, true],
  [0, undefined, true],
  [0, 1, false],
  [1, 3600, true],
])("of %s billable seconds Tempo can have made %s: %s", (wanted, found, expected) => {
  const stored = found === undefined ? {} : { billableSeconds: found };
  expect(isBillableAsWanted({ billableSeconds: wanted }, stored)).toBe(expected);
});

test.each([
  ["a\r\nb\rc\nd", "a\nb\nc\nd"],
  ["\n  a  b \t", "a  b"],
])("the plain comment of %j is %j", (comment, plain) => {
  expect(plainComment(comment)).toBe(plain);
});

describe("the lenient comment", () => {
  test.each([
    ["whitespace", " a \t\r\n b\u00a0 c ", "a b c"],
    ["tags", '<p class="x">a</p><br/>b', "a b"],
    ["what is no tag", "2 > 1, 1 < 2, <<a>", "2 > 1, 1 < 2, <"],
    ["named entities", "&gt;&AMP;&lt;&quot;&apos;", ">&<\"'"],
    ["a non-breaking space", "a&nbsp;b", "a b"],
    ["unknown entities", "&copy; &toolong; &x;", "&copy; &toolong; &x;"],
    ["entities by number", "&#65;&#x42;&#X6a;&#0000067;", "ABjC"],
    ["the highest code point", "&#x10FFFF;&#1114111;", "\u{10ffff}\u{10ffff}"],
    ["numbers that are no code point", "&#x110000; &#9999999;", "&#x110000; &#9999999;"],
    ["numbers that are too long", "&#00000065; &#x0000041;", "&#00000065; &#x0000041;"],
    ["Unicode form", "Cafe\u0301 \ufb01x", "Caf\u00e9 fix"],
    ["quotation marks", "\u2018a\u2019 \u201cb\u201d", "'a' \"b\""],
    ["an empty comment", "", ""],
    ["Tempo's filler text", "Working on issue PROJ_2-17", ""],
    ["Tempo's filler text in other case", " working on  issue proj-1 ", ""],
    ["filler text of a one-letter project", "Working on issue P-1", ""],
    ["more before the filler text", "Was working on issue PROJ-1", "Was working on issue PROJ-1"],
    ["more after the filler text", "Working on issue PROJ-1 again", "Working on issue PROJ-1 again"],
    ["filler text of no issue", "Working on issue 1-1", "Working on issue 1-1"],
    ["filler text without a number", "Working on issue PROJ-", "Working on issue PROJ-"],
    ["the case of letters", "Login", "Login"],
  ])("of %s: %j becomes %j", (_, comment, lenient) => {
    expect(lenientComment(comment)).toBe(lenient);
  });
});
