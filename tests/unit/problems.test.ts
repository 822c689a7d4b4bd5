import { describe, expect, test } from "vitest";
import { textRuleError } from "../../src/contract/input-rules.ts";
import { describeProblem, toProblem } from "../../src/contract/problems.ts";
import type { Violation } from "../../src/generated/validator.ts";

const KEY_RULES = { missing: "is missing", unknown: "is unknown" };

describe("a violation of a schema is described, whatever the schema requires", () => {
  test.each<[violation: Partial<Violation>, value: unknown, problem: string]>([
    [{ keyword: "minItems", params: { limit: 2 } }, [1], "`list` must have at least 2 entries"],
    [{ keyword: "pattern", params: { pattern: "^x" } }, "y", '`list` must match the pattern ^x, not "y"'],
    [{ keyword: "type", params: { type: "null" } }, 7, "`list` must be null, not 7"],
    [{ keyword: "minLength", params: { limit: 1 } }, "", '`list` must have at least 1 character, not ""'],
    [{ keyword: "minLength", params: { limit: 2 } }, "a", '`list` must have at least 2 characters, not "a"'],
    [{ keyword: "multipleOf" }, 3, '`list` breaks the rule "multipleOf", not 3'],
  ])("%j", (violation, value, problem) => {
    const whole = { keyword: "", params: {}, instancePath: "/list", ...violation };
    expect(describeProblem(toProblem(whole, { list: value }, KEY_RULES), "the reply")).toBe(problem);
  });
});

test("the place of a violation is found by a JSON pointer with escaped characters", () => {
  const violation = { keyword: "type", params: { type: "string" }, instancePath: "/a~1b/0/c~0d~01" };
  expect(toProblem(violation, { "a/b": [{ "c~d~1": 7 }] }, KEY_RULES)).toEqual({
    path: ["a/b", 0, "c~d~1"],
    rule: "must be a string, not 7",
  });
});

test("a place in a list is named without its list", () => {
  expect(describeProblem({ path: [0, "hours"], rule: "is missing" }, "the reply")).toBe(
    "`[0].hours` is missing",
  );
});

test.each([
  ["2026-01", undefined],
  ["2026-13", "must be a calendar month, written YYYY-MM"],
  ["2026-01-05", "must be a calendar month, written YYYY-MM"],
])("the month %s breaks the rule: %s", (text, rule) => {
  expect(textRuleError("month", text)).toBe(rule);
});
