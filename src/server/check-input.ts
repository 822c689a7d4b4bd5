import { type InputProblem, ruleProblems } from "../contract/input-rules.ts";
import { inputViolations } from "../contract/inputs.ts";
import type { Violation } from "../generated/validator.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { Tool } from "../tools/tool.ts";

/** By index: the rows of a batch that break a rule, with its words. */
export type RefusedRows = ReadonlyMap<number, string>;

/**
 * Checks the arguments of a call by their schema and by the rules beyond it, before anything is sent.
 *
 * For a tool with `rows`, a row that breaks a rule is answered by its index instead of refusing the call, as long as
 * the reply can echo it.
 *
 * @throws BadInput that names each field and its rule
 */
export function checkInput(tool: Tool, args: object): RefusedRows {
  const problems = allProblems(tool, args);
  const rows = tool.rows && "worklogs" in args && Array.isArray(args.worklogs) ? args.worklogs : [];
  const refusedRows = new Map<number, string>();
  const refusals: string[] = [];
  for (const problem of problems) {
    const [, index] = problem.path;
    if (typeof index === "number" && isEchoable(rows[index])) {
      const words = inWords({ ...problem, path: problem.path.slice(2) });
      const earlier = refusedRows.get(index);
      refusedRows.set(index, earlier === undefined ? `Not sent: ${words}` : `${earlier}; ${words}`);
    } else {
      refusals.push(inWords(problem));
    }
  }
  if (refusals.length > 0) {
    throw new InvalidInputError(
      `Bad input for ${tool.name}: ${refusals.slice(0, 20).join("; ")}${more(refusals.length - 20)}. ` +
        "Nothing was sent to Tempo; correct the arguments and call again.",
    );
  }
  return refusedRows;
}

/** The rules of our own say more than a schema's pattern, so they go first and the schema is silent where they spoke. */
function allProblems(tool: Tool, args: object): InputProblem[] {
  const byRule = ruleProblems(args);
  const spokenFor = new Set(byRule.map(({ path }) => path.join("/")));
  const bySchema = inputViolations(tool.input, args).map((violation) => toProblem(violation, args));
  return [...byRule, ...bySchema.filter(({ path }) => !spokenFor.has(path.join("/")))];
}

/** A reply can echo a row whose date and issue key are text and whose hours are a number. */
function isEchoable(row: unknown): boolean {
  if (typeof row !== "object" || row === null) return false;
  const { date, issueKey, hours } = row as Record<string, unknown>;
  return typeof date === "string" && typeof issueKey === "string" && Number.isFinite(hours);
}

function toProblem({ instancePath, keyword, params, message }: Violation, args: unknown): InputProblem {
  const path = instancePath
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  switch (keyword) {
    case "required":
      return { path: [...path, String(params.missingProperty)], rule: "is required" };
    case "additionalProperties": {
      const known = (params.known as string[]).map((name) => `\`${name}\``).join(", ");
      return {
        path: [...path, String(params.additionalProperty)],
        rule: `is not known here; known are ${known}`,
      };
    }
    case "type":
      return { path, rule: `must be ${TYPE_NAMES[String(params.type)] ?? params.type}${got(path, args)}` };
    case "minimum":
      return { path, rule: `must be at least ${params.limit}${got(path, args)}` };
    case "maximum":
      return { path, rule: `must be at most ${params.limit}${got(path, args)}` };
    default:
      return { path, rule: `${message}${got(path, args)}` };
  }
}

/** The longest value or name that an error repeats. */
const MAX_ECHO = 60;

const TYPE_NAMES: Record<string, string> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

/** What stood there instead, in a few words. */
function got(path: readonly (string | number)[], args: unknown): string {
  let value = args;
  for (const step of path) value = (value as Record<string | number, unknown> | undefined)?.[step];
  if (Array.isArray(value)) return ", not an array";
  if (typeof value === "object" && value !== null) return ", not an object";
  const text = JSON.stringify(value) ?? "nothing";
  return `, not ${text.length > MAX_ECHO ? `text of ${text.length} characters` : text}`;
}

/** `["worklogs", 3, "hours"]` becomes `worklogs[3].hours`. */
function inWords({ path, rule }: InputProblem): string {
  const field = path.reduce<string>(
    (name, step) => (typeof step === "number" ? `${name}[${step}]` : name === "" ? step : `${name}.${step}`),
    "",
  );
  return `\`${field || "the entry"}\` ${rule}`;
}

function more(count: number): string {
  return count > 0 ? `; and ${count} more` : "";
}
