import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "../../src/runtime/redaction/redactor.ts";
import { escapingText, MEBIBYTE, repeated, writingsOf } from "../helpers/escapes.ts";
import { processorTime } from "../helpers/processor-time.ts";

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
  fc.assert(
    fc.property(cases, ([secret, units]) => {
      const text = repeated(units.join("") || "a", MEBIBYTE);
      const search = createRedactor([secret]);
      expect(processorTime(50, () => search(text))).toBeLessThan(50);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
