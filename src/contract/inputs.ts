import * as validators from "../generated/input-validators.js";
import type { Inputs } from "../generated/inputs.ts";
import { inputSchemas, type Schema } from "../generated/schemas.ts";
import { countProblems, isDateArgument, ruleProblems } from "./input-rules.ts";
import {
  MAX_UNKNOWN,
  onePerPlace,
  type Path,
  type Problem,
  toProblem,
  type UnknownArgument,
} from "./problems.ts";

export { readSpelling } from "./spelling.ts";

/**
 * Schemas are open, but a misspelt argument must not be dropped. A rule's problem hides the schema's of the same value. Where a list is
 * too long, that is the only problem.
 *
 * @param where it is today, as a text says it
 */
export function inputProblems(
  name: keyof Inputs,
  input: unknown,
  today?: string,
  where = "on this machine",
): Problem[] {
  const isObject = typeof input === "object" && input !== null;
  const tooLong = isObject ? countProblems(input) : [];
  if (tooLong.length > 0) return tooLong;
  const validate = validators[name];
  const violations = validate(input) ? [] : (validate.errors ?? []);
  return onePerPlace([
    ...unknownArguments(inputSchemas[name], input, []),
    ...(isObject ? ruleProblems(name, input, today) : []),
    ...violations.map((violation) =>
      toProblem(violation, input, { missing: "is required", unknown: "is unknown" }),
    ),
  ]).map((problem) => (today === undefined ? problem : withToday(problem, `${today} ${where}`)));
}

/** A model that does not know the date cannot correct "yesterday". */
function withToday(problem: Problem, today: string): Problem {
  const isOfDate = "rule" in problem && isDateArgument(String(problem.path.at(-1)));
  return isOfDate ? { ...problem, rule: `${problem.rule}; today is ${today}` } : problem;
}

/** A map takes any key, beside those that it names. */
function unknownArguments(schema: Schema, value: unknown, path: Path): UnknownArgument[] {
  const { items, properties, additionalProperties } = schema;
  if (Array.isArray(value)) {
    return items ? value.flatMap((item, index) => unknownArguments(items, item, [...path, index])) : [];
  }
  if (!properties || additionalProperties || typeof value !== "object" || value === null) return [];
  const known = Object.keys(properties);
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  return [
    ...unknown.slice(0, MAX_UNKNOWN).map((name) => ({ path: [...path, name], known })),
    ...known.flatMap((name) => {
      const property = properties[name];
      const item = (value as Record<string, unknown>)[name];
      return property && item !== undefined ? unknownArguments(property, item, [...path, name]) : [];
    }),
  ];
}
