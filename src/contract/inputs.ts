import * as validators from "../generated/input-validators.js";
import type { Inputs } from "../generated/inputs.ts";
import { inputSchemas, type Schema } from "../generated/schemas.ts";
import { refusedArguments, ruleProblems } from "./input-rules.ts";
import { onePerPlace, type Path, type Problem, toProblem, type UnknownArgument } from "./problems.ts";

/** Schemas are open, but a misspelt argument must not be dropped. A rule's problem hides the schema's of the same value. */
export function inputProblems(name: keyof Inputs, input: unknown, today?: string): Problem[] {
  const validate = validators[name];
  const violations = validate(input) ? [] : (validate.errors ?? []);
  const isObject = typeof input === "object" && input !== null;
  return onePerPlace([
    ...(isObject ? refusedArguments(name, input) : []),
    ...unknownArguments(inputSchemas[name], input, []),
    ...(isObject ? ruleProblems(name, input, today) : []),
    ...violations.map((violation) =>
      toProblem(violation, input, { missing: "is required", unknown: "is unknown" }),
    ),
  ]);
}

function unknownArguments({ items, properties }: Schema, value: unknown, path: Path): UnknownArgument[] {
  if (Array.isArray(value)) {
    return items ? value.flatMap((item, index) => unknownArguments(items, item, [...path, index])) : [];
  }
  if (!properties || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property
      ? unknownArguments(property, item, [...path, name])
      : [{ path: [...path, name], known: Object.keys(properties) }];
  });
}
