import { describe, expect, test } from "vitest";
import { type Identity, identityOf, isSameMoment } from "../../../src/timesheet/journal/identity.ts";

type Known = "created then" | "created at another time" | "of unknown time of creation";

const CREATED: Record<Known, [number | undefined, number | undefined]> = {
  "created then": [10_000, 10_500],
  "created at another time": [10_000, 20_000],
  "of unknown time of creation": [10_000, undefined],
};

describe("a worklog under an id that is known", () => {
  test.each<[created: Known, isOfIssue: boolean, looksAlike: boolean, identity: Identity]>([
    ["created then", true, true, "same"],
    ["created then", true, false, "same"],
    ["created then", false, true, "unclear"],
    ["created then", false, false, "unclear"],
    ["created at another time", true, true, "same"],
    ["created at another time", true, false, "another"],
    ["created at another time", false, true, "another"],
    ["created at another time", false, false, "another"],
    ["of unknown time of creation", true, true, "same"],
    ["of unknown time of creation", true, false, "unclear"],
    ["of unknown time of creation", false, true, "unclear"],
    ["of unknown time of creation", false, false, "another"],
  ])("%s, on its issue: %s, alike: %s, is %s", (created, isOfIssue, looksAlike, identity) => {
    expect(identityOf(CREATED[created], isOfIssue, looksAlike)).toBe(identity);
  });

  test.each([
    [5000, 5000, true],
    [5000, 6000, true],
    [6000, 5000, true],
    [5000, 6001, false],
    [6001, 5000, false],
    [undefined, 5000, undefined],
    [5000, undefined, undefined],
    [undefined, undefined, undefined],
  ])("created at %s and shown with %s: the same moment is %s", (known, shown, isSame) => {
    expect(isSameMoment(known, shown)).toBe(isSame);
  });
});
