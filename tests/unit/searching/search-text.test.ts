import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toJql } from "../../../src/tempo/jql.ts";
import {
  matchOf,
  mostOf,
  numbersAmong,
  readSearchText,
  specificWords,
} from "../../../src/timesheet/searching/search-text.ts";

describe("the text of a search", () => {
  test.each([
    ["", [], []],
    ["Login  bug!", [], ["login", "bug"]],
    ["proj-7", ["proj-7"], ["proj", "7"]],
    [
      "PROJ-7: the login, then PROJ-7 and A_1-20.",
      ["PROJ-7", "A_1-20"],
      "proj 7 the login then and a 1 20".split(" "),
    ],
    ["Größe der Übersicht", [], ["größe", "der", "übersicht"]],
    ["in-house 2026-01", [], ["in", "house", "2026", "01"]],
  ])("%j has these keys and words", (text, keys, words) => {
    expect(readSearchText(text)).toEqual({ keys, words });
  });

  test("has the numbers that an issue can have", () => {
    expect(numbersAmong(["7", "007", "a7", "1234567", "12345678"])).toEqual(["7", "1234567"]);
  });

  test.each([
    [["the", "export", "bug"], ["export"]],
    [
      ["der", "the"],
      ["der", "the"],
    ],
    [
      "eight long words here of which six are kept".split(" "),
      ["eight", "long", "words", "here", "which", "kept"],
    ],
  ])("of %j the words that say something are %j", (words, specific) => {
    expect(specificWords(words)).toEqual(specific);
  });

  test("needs most of its words", () => {
    expect([1, 2, 3, 4, 5, 6].map(mostOf)).toEqual([1, 1, 2, 3, 3, 4]);
  });
});

describe("the words that an issue has", () => {
  const issue = { id: "4", key: "DEMO-4", summary: "Sprint ceremonies", status: "Open", isAssigned: false };

  test.each([
    [["sprint"], [], { words: ["sprint"], isNumbered: false }],
    [["print"], [], { words: [], isNumbered: false }],
    [["4", "spri"], [], { words: ["4", "spri"], isNumbered: true }],
    [
      ["daily", "sprint"],
      ["Weekly", "Daily standup"],
      { words: ["daily", "sprint"], isNumbered: false, ownComment: "Daily standup" },
    ],
    // No comment has both.
    [
      ["weekly", "standup"],
      ["Weekly", "Daily standup"],
      { words: ["weekly"], isNumbered: false, ownComment: "Weekly" },
    ],
    [["ceremonies"], ["Ceremonies"], { words: ["ceremonies"], isNumbered: false }],
  ])("of %j, with the comments %j", (words, comments, match) => {
    expect(matchOf(issue, words, comments)).toEqual({ issue, ...match });
  });
});

describe("a query", () => {
  const TERM = String.raw`summary ~ "[\p{L}\p{N}]+\*"`;
  const ALL = `${TERM}(?: AND ${TERM})*`;
  const QUERY = new RegExp(
    String.raw`^(?:${ALL}|\(\(${ALL}\)(?: OR \(${ALL}\))*\)) ORDER BY updated DESC$`,
    "u",
  );

  test("has no more choices than most of six words, each of its own", () => {
    const words = ["a", "b", "c", "d", "e", "f"];
    const query = toJql({ words, least: mostOf(words.length), limit: 1 });
    const choices = query.slice(2, query.indexOf(")) ORDER BY")).split(") OR (");
    expect([choices.length, new Set(choices).size]).toEqual([15, 15]);
    expect(choices.every((choice) => choice.split(" AND ").length === 4)).toBe(true);
  });

  test("has nothing of any text but its letters and digits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const { words } = readSearchText(`${text} word`);
        const specific = specificWords(words);
        expect(toJql({ words, least: words.length, limit: 1 })).toMatch(QUERY);
        expect(toJql({ words: specific, least: mostOf(specific.length), limit: 1 })).toMatch(QUERY);
      }),
      { numRuns: 25 },
    );
  });
});
