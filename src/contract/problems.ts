import type { Violation } from "../generated/validator.ts";
import { cut } from "../text/lengths.ts";
import { nearestName } from "./nearest-name.ts";

/** The steps to a value, outermost first: `["worklogs", 3, "hours"]`. */
export type Path = readonly (string | number)[];

/** Worded to follow the name of the field: "must be at most 24, not 25". */
export interface BrokenRule {
  path: Path;
  rule: string;
}

export interface UnknownArgument {
  path: Path;
  known: readonly string[];
}

export function isUnknown(problem: Problem): problem is UnknownArgument {
  return "known" in problem;
}

export type Problem = BrokenRule | UnknownArgument;

interface KeyRules {
  missing: string;
  unknown: string;
}

/** More unknown arguments of one object are not named: a caller may send a hundred thousand. */
export const MAX_UNKNOWN = 20;

/** Returns a sentence without a full stop. @param whole the name of the value itself: "the reply" */
export function describeProblem(problem: Problem, whole: string): string {
  const field = fieldName(problem.path) || whole;
  return isUnknown(problem)
    ? describeUnknownArgument(field, String(problem.path.at(-1)), problem.known)
    : `${field} ${problem.rule}`;
}

/** @param field how to write the name, with the way to it */
export function describeUnknownArgument(field: string, name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  const suggestion = meant === undefined ? "" : ` (did you mean \`${meant}\`?)`;
  return `unknown argument ${field}${suggestion}; expected one of ${known.map((each) => `\`${each}\``).join(", ")}`;
}

export function onePerPlace(problems: readonly Problem[]): Problem[] {
  const byPlace = new Map<string, Problem>();
  for (const problem of problems) {
    const place = JSON.stringify(problem.path);
    if (!byPlace.has(place)) byPlace.set(place, problem);
  }
  return [...byPlace.values()];
}

export function toProblem(violation: Violation, root: unknown, keyRules: KeyRules): BrokenRule {
  const { path, value } = locate(violation.instancePath, root);
  const { keyword, params } = violation;
  switch (keyword) {
    case "required":
      return { path: [...path, String(params.missingProperty)], rule: keyRules.missing };
    case "additionalProperties":
      return { path: [...path, String(params.additionalProperty)], rule: keyRules.unknown };
    case "minItems":
      return { path, rule: `must have at least ${params.limit} ${params.limit === 1 ? "entry" : "entries"}` };
    default:
      return { path, rule: `${expectation(violation)}, not ${shown(value)}` };
  }
}

function expectation({ keyword, params }: Violation): string {
  switch (keyword) {
    case "type":
      return `must be ${TYPE_NAMES[String(params.type)] ?? params.type}`;
    case "minimum":
      return `must be at least ${params.limit}`;
    case "maximum":
      return `must be at most ${params.limit}`;
    case "minLength":
      return `must have at least ${params.limit} ${params.limit === 1 ? "character" : "characters"}`;
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case "enum":
      return `must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(", ")}`;
    case "pattern":
      return PATTERN_RULES[String(params.pattern)] ?? `must match the pattern ${params.pattern}`;
    default:
      return `breaks the rule "${keyword}"`;
  }
}

const TYPE_NAMES: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

const PATTERN_RULES: Record<string, string> = {
  "^\\d{4}-\\d{2}-\\d{2}$": "must be a date written YYYY-MM-DD",
  "^\\d+$": "must be digits only",
};

const MAX_SHOWN = 60;

function shown(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  // Not JSON, which has no NaN and throws for a bigint.
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > MAX_SHOWN ? `text of ${text.length} characters` : text;
}

/** A name as a caller wrote it, with a mark if it is cut. */
export function shownName(name: string): string {
  return cut(name, MAX_SHOWN, 0, () => "…");
}

function locate(pointer: string, root: unknown): { path: Path; value: unknown } {
  const path: (string | number)[] = [];
  let value = root;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(value) ? Number(key) : key);
    value = (value as Record<string, unknown>)[key];
  }
  return { path, value };
}

/** `["worklogs", 3, "hours"]` becomes `` `worklogs[3].hours` ``, an empty path nothing. */
function fieldName(path: Path): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${shownName(step)}`));
  return path.length === 0 ? "" : `\`${steps.join("").replace(/^\./, "")}\``;
}

/** A bug of TempoFiller, not of the caller or of Tempo. */
export class ContractViolationError extends Error {
  readonly details: string[];

  constructor(shape: string, details: string[]) {
    super(`${shape} does not match contracts/responses.schema.json`);
    this.details = details;
  }
}
