import { describe, expect, test } from "vitest";
import { upstreamMessage, upstreamName } from "../../src/tempo/http/upstream-message.ts";
import { processorTime } from "../helpers/processor-time.ts";

const SECRET = "s3cret-".repeat(6);
const redact = (text: string) => text.replaceAll(SECRET, "[secret]");

describe("an upstream's message", () => {
  test.each<[body: unknown, message: string]>([
    [undefined, ""],
    [null, ""],
    ["<html>", ""],
    [{}, ""],
    [{ message: 7, errors: null }, ""],
    [{ message: " closed " }, "closed"],
    [{ errors: { message: "closed" } }, "closed"],
    [{ errors: [{ message: "closed" }, { message: "" }, { message: "late" }] }, "closed; late"],
    [{ errors: { hours: "too many", issue: { id: "unknown" } } }, "hours: too many; issue: id: unknown"],
    [{ errors: { hours: { message: "too many", code: 7 } } }, "hours: too many"],
    [{ errorMessages: ["one"], errors: ["two"], message: "three" }, "one; two; three"],
    [{ message: "<b>not</b> allowed,<br/>  1 < 2" }, "not allowed, 1 < 2"],
  ])("in %j is %j", (body, message) => {
    expect(upstreamMessage(body, redact)).toBe(message);
  });

  test.each<[what: string, message: string, shown: string]>([
    ["1,000 characters is shown whole", "x".repeat(1000), "x".repeat(1000)],
    ["more is cut and counted", "x".repeat(1001), `${"x".repeat(975)}… (26 more characters)`],
    ["9,999 characters is cut and counted", "x".repeat(9999), `${"x".repeat(975)}… (9,024 more characters)`],
    ["still more is cut before it is counted", "x".repeat(10_001), `${"x".repeat(987)}… (shortened)`],
    [
      "more than 1,000 characters is not cut within one",
      `${"x".repeat(974)}\u{1f600}${"x".repeat(25)}`,
      `${"x".repeat(974)}… (27 more characters)`,
    ],
  ])("of %s", (_, message, shown) => {
    expect(upstreamMessage({ message }, redact)).toBe(shown);
  });

  test("is searched for ten levels deep", () => {
    const nested = (depth: number): unknown => (depth === 0 ? "deep" : [nested(depth - 1)]);
    expect([9, 10].map((depth) => upstreamMessage({ errors: nested(depth) }, redact))).toEqual(["deep", ""]);
  });

  test.each(["<", "<a", "<<>", " ", "\u200b", "&lt;"])(
    "of 300,000 times %j is read in under 50 ms",
    (part) => {
      let message = "";
      const read = () => {
        message = upstreamMessage({ errors: [{ message: part.repeat(300_000) }] }, redact);
      };
      expect(processorTime(50, read)).toBeLessThan(50);
      expect(message.length).toBeLessThan(1100);
    },
  );

  test.each([
    ["arrays", (inner: unknown) => [inner]],
    ["messages", (inner: unknown) => ({ message: inner })],
    ["fields", (inner: unknown) => ({ field: inner })],
  ])("is not searched for in 200,000 nested %s", (_, around) => {
    let errors: unknown = "deep";
    for (let depth = 0; depth < 200_000; depth += 1) errors = around(errors);
    expect(upstreamMessage({ errors, message: "shallow" }, redact)).toBe("shallow");
  });

  test("has a bounded number of texts", () => {
    const errors = Array.from({ length: 200_000 }, (_, index) => ({ message: `${index}` }));
    expect(upstreamMessage({ errors }, redact)).toBe(
      Array.from({ length: 100 }, (_, index) => index).join("; "),
    );
  });

  test("has no character that is not seen, and no line ends", () => {
    const hidden = "\u0000\u001b\u007f\u009b\u00ad\u200b\u202e\u2066\ufeff\u{e0041}\u{e0100}\ud800";
    expect(upstreamMessage({ message: `a${hidden}b\r\nc\u2028d\u2029e\tf` }, redact)).toMatch(
      /^a ?b c d e f$/,
    );
  });

  test("shows no part of a secret, wherever it is cut or interrupted", () => {
    for (const length of [1000, 10_000]) {
      for (let before = length - SECRET.length - 1; before <= length; before += 1) {
        const message = upstreamMessage(
          { message: `${"x".repeat(before)}${SECRET}${"y".repeat(200)}` },
          redact,
        );
        expect(message).not.toContain("s3cret-s");
      }
    }
    expect(upstreamMessage({ message: [...SECRET].join("\u200b") }, redact)).toBe("[secret]");
    expect(upstreamMessage({ errors: { [SECRET]: "unknown" } }, redact)).toBe("[secret]: unknown");
  });
});

test.each<[what: string, name: string, shown: string]>([
  ["a name of 200 characters is shown", "x".repeat(200), "x".repeat(200)],
  ["a longer one is cut", "x".repeat(201), `${"x".repeat(177)}… (24 more characters)`],
  ["what is not seen is left out of a name", " Acti\u200bvity\n  type ", "Activity type"],
])("%s", (_, name, shown) => {
  expect(upstreamName(name)).toBe(shown);
});
