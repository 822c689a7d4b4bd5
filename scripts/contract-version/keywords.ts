import { isDeepStrictEqual } from "node:util";
import type { Json } from "../generate/read-contracts.ts";

/** The way in which a changed keyword changes the set of values that its schema allows: more values, fewer, or others. */
export type Direction = "widens" | "narrows" | "differs";

type Rule = (before: Json | undefined, after: Json | undefined) => Direction;

const lowerBound: Rule = (before, after) =>
  Number(after ?? Number.NEGATIVE_INFINITY) > Number(before ?? Number.NEGATIVE_INFINITY)
    ? "narrows"
    : "widens";

const upperBound: Rule = (before, after) =>
  Number(after ?? Number.POSITIVE_INFINITY) < Number(before ?? Number.POSITIVE_INFINITY)
    ? "narrows"
    : "widens";

/** A rule that can be there or not, and that cannot be compared with another of its kind. */
const presence: Rule = (before, after) =>
  before === undefined ? "narrows" : after === undefined ? "widens" : "differs";

/** A rule that is off unless it is given. */
const toggle =
  (isOn: (value: Json | undefined) => boolean): Rule =>
  (before, after) =>
    isOn(before) === isOn(after) ? "differs" : isOn(after) ? "narrows" : "widens";

/** The rules by which keywords are compared, for two values that are not the same. */
export const KEYWORDS: Record<string, Rule> = {
  minimum: lowerBound,
  exclusiveMinimum: lowerBound,
  minLength: lowerBound,
  minItems: lowerBound,
  maximum: upperBound,
  exclusiveMaximum: upperBound,
  maxLength: upperBound,
  maxItems: upperBound,
  multipleOf: presence,
  pattern: presence,
  uniqueItems: toggle((value) => value === true),
  additionalProperties: toggle((value) => value === false),
  type: (before, after) => {
    if (before === "integer" && after === "number") return "widens";
    return before === "number" && after === "integer" ? "narrows" : "differs";
  },
};

/** Whether two JSON values are equal, whatever the order of their keys. */
export function sameValue(left: Json | undefined, right: Json | undefined): boolean {
  return isDeepStrictEqual(left, right);
}
