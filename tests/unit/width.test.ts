import fc from "fast-check";
import { expect, test } from "vitest";
import { columns } from "../../src/cli/lines.ts";
import { cutToWidth, fitted, padded, widthOf, wrapped } from "../../src/text/width.ts";

test.each([
  ["ASCII", "DEMO-1", 6],
  ["wide letters", "日本語", 6],
  ["letters of full width", "ＡＢ", 4],
  ["an emoji of several characters", "👨‍👩‍👧‍👦", 2],
  ["an emoji with a colour of skin", "👍🏽", 2],
  ["a flag", "🇩🇪", 2],
  ["a mark on a letter", "e\u0301", 1],
  ["a mark of direction", "\u200fab\u200e", 2],
  ["a colour", "\u001b[31mab\u001b[39m", 2],
  ["nothing", "", 0],
])("%s: the width of %j is %i", (_, text, width) => {
  expect(widthOf(text)).toBe(width);
  expect(widthOf(padded(text, 20))).toBe(20);
});

test.each([
  ["short", 10, "short"],
  ["a longer text", 9, "a longer…"],
  ["日本語の概要", 8, "日本語…"],
  ["日本語の概要", 7, "日本語…"],
  ["ab👨‍👩‍👧‍👦cd", 4, "ab…"],
  ["ae\u0301bc", 3, "ae\u0301…"],
])("%j is cut to %i columns between two letters", (text, width, cut) => {
  expect(cutToWidth(text, width)).toBe(cut);
});

test("cells stand below each other whatever letters are before them", () => {
  const rows = ["日本語", "👍🏽", "e\u0301e\u0301", "plain"].map((text) => [text, "1 h"]);
  expect(new Set(columns(rows).map((line) => widthOf(line))).size).toBe(1);
});

test.each([
  ["a paragraph, further in", "one two three four", 9, ["one two", "  three", "  four"]],
  ["an indented one", "  one two three", 11, ["  one two", "    three"]],
  ["a row, below its last cell", "A-1  1 h  one two three", 20, ["A-1  1 h  one two", "          three"]],
  [
    "a row without room below its last cell, further in",
    "a long first cell  one two three",
    20,
    ["a long first cell", "  one two three"],
  ],
  [
    "a long word, whole",
    "see https://example.com/a/long/path now",
    12,
    ["see", "  https://example.com/a/long/path", "  now"],
  ],
  ["hours, with their unit", "12 h logged of 38 h", 16, ["12 h logged of", "  38 h"]],
  [
    "a sentence, with a short command whole",
    "Run tempofiller undo --batch 17 then.",
    31,
    ["Run", "  tempofiller undo --batch 17", "  then."],
  ],
  [
    "a sentence, with a command that is too long for a line",
    "Run tempofiller undo --batch 1000001.",
    20,
    ["Run tempofiller", "  undo --batch", "  1000001."],
  ],
  [
    "a command to copy, as it is",
    "Nothing was logged. Type:\ntempofiller fill 'it'\\''s one two' three\nand so on and further",
    16,
    [
      "Nothing was",
      "  logged. Type:",
      "tempofiller fill 'it'\\''s one two' three",
      "and so on and",
      "  further",
    ],
  ],
  [
    "a command with lines in quotes, as it is",
    "tempofiller log -m 'one two three\nand a longer line' -s\nand so on and further",
    16,
    ["tempofiller log -m 'one two three", "and a longer line' -s", "and so on and", "  further"],
  ],
  [
    "a sentence with an apostrophe after the name",
    "tempofiller can't do that",
    16,
    ["tempofiller", "  can't do that"],
  ],
  ["JSON, as it is", '{"a": "one two three four"}', 9, ['{"a": "one two three four"}']],
  [
    "a question, with the blank after it",
    "Log these worklogs? [y/N] ",
    20,
    ["Log these", "  worklogs? [y/N] "],
  ],
  [
    "a coloured text",
    "\u001b[31mone two three\u001b[39m",
    9,
    ["\u001b[31mone two\u001b[39m", "  \u001b[31mthree\u001b[39m"],
  ],
])("%s goes on below", (_, line, width, lines) => {
  expect(fitted(line, width).split("\n")).toEqual(lines);
});

test("no word is broken or lost, and only one alone is wider than the line", () => {
  const word = fc.constantFrom(
    "a",
    "to",
    "hours",
    "DEMO-1",
    "日本語",
    "👍🏽",
    "https://example.com/path",
    "e\u0301",
  );
  const texts = fc.array(fc.tuple(word, fc.constantFrom(" ", "  ", "\n", "\n  ")), { maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 80 }), (parts, width) => {
      const text = parts.flat().join("").trimEnd();
      const words = (it: string) => it.normalize().split(/\s+/).filter(Boolean);
      for (const shown of [fitted(text, width), wrapped(text, width).join("\n")]) {
        expect(words(shown)).toEqual(words(text));
        for (const line of shown.split("\n"))
          expect(widthOf(line) <= width || words(line).length === 1).toBe(true);
      }
    }),
  );
});
