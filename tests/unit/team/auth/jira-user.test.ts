import { expect, test } from "vitest";
import { checkJiraUser } from "../../../../src/team/auth/jwt.ts";

const NAMES = ["712020:0a", "Ada@example.com", "k\u00f6nig"];

function isAccepted(value: string, names: readonly string[] = NAMES): boolean {
  try {
    checkJiraUser({ claim: "email", value }, names);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ["ada@example.com", true],
  [" ADA@EXAMPLE.COM ", true],
  ["712020:0A", true],
  ["k\u00f6nig", true],
  ["ada@example.co", false],
  ["ada@example.com.evil.example", false],
  ["K\u00d6NIG", false],
  // The sign of the Kelvin, whose lower case is a k.
  ["\u212a\u00f6nig", false],
  ["", false],
])("%j is one of the user's names: %s", (value, expected) => {
  expect(isAccepted(value)).toBe(expected);
});

test("a user without names is not accepted", () => {
  expect(isAccepted("ada@example.com", [])).toBe(false);
});
