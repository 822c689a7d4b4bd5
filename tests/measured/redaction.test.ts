import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "../../src/runtime/redaction.ts";
import { escapingText, MEBIBYTE, repeated, writingsOf } from "../helpers/escapes.ts";
import { processorTime } from "../helpers/processor-time.ts";

/** The limit for a mebibyte, in milliseconds of a processor, on a machine of usual speed. */
const LIMIT_MS = 50;

/** A machine where a walk through the text takes more than this part of the limit is a slower one, and has as much more time. */
const WALK_SHARE = 1 / 16;

/** The processor time of a walk through a mebibyte, in milliseconds. */
function walkTime(): number {
  const text = repeated("é#3qScs&Tzi", MEBIBYTE);
  let sum = 0;
  const walk = () => {
    for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) % 65_521;
  };
  // The compiler has seen it by then.
  walk();
  const time = processorTime(0, walk);
  expect(sum).toBeGreaterThan(0);
  return time;
}

test("a token of 512 characters and a text of a mebibyte take less than 50 ms of a processor", () => {
  const printable = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 512 });
  const token = fc.oneof(
    printable,
    escapingText(1, 6).map((unit) => repeated(unit, 512)),
    escapingText(1, 3).map((unit) => `${repeated(unit, 511)}x`),
  );
  const unitOf = (secret: string) =>
    fc.oneof(
      fc.constantFrom(secret, secret.slice(0, -1), secret.slice(0, 5), `${secret.slice(0, -1)}!`),
      fc.constantFrom(...[...secret.slice(0, 6)].flatMap(writingsOf)),
      fc.constantFrom(
        ...[0, 1, 2].map((before) => Buffer.from(`${"a".repeat(before)}${secret}`).toString("base64")),
      ),
      escapingText(1, 40),
      printable,
    );
  const cases = token.chain((secret) =>
    fc.tuple(fc.constant(secret), fc.array(unitOf(secret), { minLength: 1, maxLength: 4 })),
  );
  const limit = Math.max(LIMIT_MS, walkTime() / WALK_SHARE);
  fc.assert(
    fc.property(cases, ([secret, units]) => {
      const text = repeated(units.join("") || "a", MEBIBYTE);
      const search = createRedactor([secret]);
      expect(processorTime(limit, () => search(text))).toBeLessThan(limit);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
