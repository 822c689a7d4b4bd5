import { expect, test } from "vitest";
import { createdAtOf } from "../../src/tempo/fields.ts";

const NINE = Date.UTC(2026, 0, 15, 9);

test.each([
  ["Cloud names UTC", "2026-01-15T09:00:00Z", { createdAt: NINE }],
  ["Cloud may name milliseconds", "2026-01-15T09:00:00.000Z", { createdAt: NINE }],
  ["another zone is one", "2026-01-15T10:00:00+01:00", { createdAt: NINE }],
  ["Data Center names no zone", "2026-01-15 09:00:00.250", { createdAt: NINE + 250 }],
  ["some instances have a T there", "2026-01-15T09:00:00.250", { createdAt: NINE + 250 }],
  ["older instances leave it out", undefined, {}],
  ["a text that is no time is none", "yesterday", {}],
])("the time of creation: %s", (_, text, expected) => {
  expect(createdAtOf(text)).toEqual(expected);
});
