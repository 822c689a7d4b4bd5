import { expect, test } from "vitest";
import { fromJson } from "../../src/text/json.ts";

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

const levels = (count: number) => "[".repeat(count) + "]".repeat(count);

test.each<[what: string, text: unknown, value: unknown]>([
  ["a list", "[1, 2]", [1, 2]],
  ["a list whose text is written as JSON once more", JSON.stringify("[1]"), [1]],
  ["100 levels", levels(100), JSON.parse(levels(100))],
  ["101 levels", levels(101), undefined],
  ["101 levels in a text within a text", JSON.stringify(levels(101)), undefined],
  ["5,001 values", JSON.stringify(Array(5001).fill(0)), undefined],
  ["another type", "{}", undefined],
  ["no JSON", "[1", undefined],
  ["a value that is no text", [1], undefined],
])("the list that a text has as JSON: %s", (_, text, value) => {
  expect(fromJson(text, isList)).toEqual(value);
});
