import { inputProblems } from "../contract/inputs.ts";
import { describeProblem } from "../contract/problems.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { InvalidRows, Tool } from "../tools/tool.ts";

const MAX_LISTED = 20;

/** Returns a tool's broken `rows` that the reply can echo, by index. @throws InvalidInputError for any other problem */
export function checkInput(tool: Tool, args: object, today: string): InvalidRows {
  const rows = rowsOf(tool, args);
  const byRow = new Map<number, string[]>();
  const problems: string[] = [];
  for (const problem of inputProblems(tool.input, args, today)) {
    const [argument, index, ...field] = problem.path;
    if (argument === tool.rows && typeof index === "number" && isEchoable(rows[index])) {
      const ofRow = describeProblem({ ...problem, path: field }, "the entry");
      byRow.set(index, [...(byRow.get(index) ?? []), ofRow]);
    } else {
      problems.push(describeProblem(problem, "the input"));
    }
  }
  if (problems.length > 0) {
    const more = problems.length - MAX_LISTED;
    throw new InvalidInputError(
      `Invalid input for ${tool.name}: ${problems.slice(0, MAX_LISTED).join("; ")}${more > 0 ? `; and ${more} more` : ""}. ` +
        "Nothing was sent to Tempo; correct the arguments and call again.",
    );
  }
  return new Map([...byRow].map(([index, ofRow]) => [index, `Not sent: ${ofRow.join("; ")}`]));
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
