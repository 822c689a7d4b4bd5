import { inputProblems } from "../contract/inputs.ts";
import { describeProblem, type Problem } from "../contract/problems.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { InvalidRows, Tool } from "../tools/tool.ts";

/** The most problems of a call, and of a row, that are described. */
const MAX_LISTED = 20;
const MAX_LISTED_OF_ROW = 5;

/** Returns a tool's broken `rows` that the reply can echo, by index. @throws InvalidInputError for any other problem */
export function checkInput(tool: Tool, args: object, today: string): InvalidRows {
  const rows = rowsOf(tool, args);
  const byRow = new Map<number, Problem[]>();
  const problems: Problem[] = [];
  for (const problem of inputProblems(tool.input, args, today)) {
    const [argument, index, ...field] = problem.path;
    if (argument === tool.rows && typeof index === "number" && isEchoable(rows[index])) {
      byRow.set(index, [...(byRow.get(index) ?? []), { ...problem, path: field }]);
    } else {
      problems.push(problem);
    }
  }
  if (problems.length > 0) {
    throw new InvalidInputError(
      `Invalid input for ${tool.name}: ${described(problems, "the input", MAX_LISTED)}. ` +
        "Nothing was sent to Tempo; correct the arguments and call again.",
    );
  }
  return new Map(
    [...byRow].map(([index, ofRow]) => [
      index,
      `Not sent: ${described(ofRow, "the entry", MAX_LISTED_OF_ROW)}`,
    ]),
  );
}

function described(problems: readonly Problem[], whole: string, max: number): string {
  const texts = problems.slice(0, max).map((problem) => describeProblem(problem, whole));
  return [...texts, ...(problems.length > max ? ["and more"] : [])].join("; ");
}

function rowsOf({ rows }: Tool, args: object): readonly unknown[] {
  const value = rows === undefined ? undefined : (args as Record<string, unknown>)[rows];
  return Array.isArray(value) ? value : [];
}

function isEchoable(row: unknown): boolean {
  if (typeof row !== "object" || row === null) return false;
  const { date, issueKey, hours } = row as Record<string, unknown>;
  return typeof date === "string" && typeof issueKey === "string" && Number.isFinite(hours);
}
