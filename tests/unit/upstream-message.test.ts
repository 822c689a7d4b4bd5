import { describe, expect, test } from "vitest";
import { upstreamMessage } from "../../src/tempo/http/upstream-message.ts";

const SECRET = "s3cret-".repeat(6);
const redact = (text: string) => text.replaceAll(SECRET, "[secret]");

describe("an upstream's message", () => {
  test.each(["<", "<a", "<<>", " ", "\u200b", "&lt;"])(
    "of 300,000 times %j is read in under 50 ms",
    (part) => {
      const start = performance.now();
      const message = upstreamMessage({ errors: [{ message: part.repeat(300_000) }] }, redact);
      expect(performance.now() - start).toBeLessThan(50);
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
    const hidden =
      "\u0000\u001b\u007f\u009b\u00ad\u200b\u200f\u202e\u2066\ufeff\ufe0f\u{e0041}\u{e0100}\ud800";
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
