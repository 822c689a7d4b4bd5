import { expect, test } from "vitest";
import {
  expectArray,
  expectDate,
  expectInteger,
  expectObject,
  expectString,
  InvalidResponseError,
  optionalString,
  parseValid,
} from "../../../src/tempo/http/parse.ts";

const NO_INTEGER = "its hours is missing or not a whole number";

test.each<[what: string, parse: () => unknown, result: unknown]>([
  ["a text", () => expectString("x", "its key"), "x"],
  ["an empty text", () => expectString("", "its key"), "its key is missing"],
  ["a number instead of a text", () => expectString(7, "its key"), "its key is missing"],
  ["a text that may be missing", () => optionalString("x", "its comment"), "x"],
  ["an empty text that may be missing", () => optionalString("", "its comment"), ""],
  ["a missing text", () => optionalString(undefined, "its comment"), ""],
  ["null for a text", () => optionalString(null, "its comment"), ""],
  [
    "a number for a text that may be missing",
    () => optionalString(0, "its comment"),
    "its comment is not a text",
  ],
  ["a whole number", () => expectInteger(3600, "its hours"), 3600],
  ["zero", () => expectInteger(0, "its hours"), 0],
  ["a negative number", () => expectInteger(-1, "its hours"), NO_INTEGER],
  ["a fraction", () => expectInteger(0.5, "its hours"), NO_INTEGER],
  ["a number as text", () => expectInteger("7", "its hours"), NO_INTEGER],
  ["no number", () => expectInteger(undefined, "its hours"), NO_INTEGER],
  ["a date", () => expectDate("2026-01-05", "its date"), "2026-01-05"],
  ["a date with a time", () => expectDate("2026-01-05T00:00:00.000", "its date"), "2026-01-05"],
  ["a date after something else", () => expectDate("on 2026-01-05", "its date"), "its date is not a date"],
  ["another date", () => expectDate("5.1.2026", "its date"), "its date is not a date"],
  ["no date", () => expectDate(undefined, "its date"), "its date is missing"],
  ["an array", () => expectArray([1], "its days"), [1]],
  ["no array", () => expectArray(undefined, "its days"), "its days are missing"],
  ["an object", () => expectObject({ a: 1 }, "its user"), { a: 1 }],
  ["no object", () => expectObject(undefined, "its user"), "its user is missing"],
  ["null", () => expectObject(JSON.parse("null"), "its user"), "its user is missing"],
  ["a text instead of an object", () => expectObject(JSON.parse('"x"'), "its user"), "its user is missing"],
])("of a response, %s is read, or named as invalid", (_, parse, result) => {
  expect(resultOf(parse)).toEqual(result);
});

test("of several items, the valid ones are kept", () => {
  expect(parseValid(["a", "", "b"], (item) => expectString(item, "its key"))).toEqual(["a", "b"]);
});

function resultOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return error instanceof InvalidResponseError ? error.message : error;
  }
}
