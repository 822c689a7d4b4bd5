import type { CallToolResult } from "@modelcontextprotocol/server";
import { ARGUMENT_IS_OFF } from "../config/tool-is-off.ts";
import { describeProblem, isUnknown, type Problem } from "../contract/problems.ts";
import type { Inputs } from "../generated/inputs.ts";
import { inputSchemas, type Schema } from "../generated/schemas.ts";
import { shownReply } from "../text/show.ts";
import type { CallContext } from "../timesheet/call-context.ts";
import type { DayHours } from "../timesheet/day-balance.ts";
import { InvalidInputError, type TimesheetError } from "../timesheet/errors.ts";
import type { InvalidRows, Tool } from "../tools/tool.ts";
import { type CallOptions, callContext, type FinishedCall, type ServerContext } from "./context.ts";
import { cancellationReport, ERROR_KEY, type Failure, failureOf, logLines, shownFailure } from "./errors.ts";

/** The result of a tool, for a client of MCP and for a shell: its reply, or why it has none. */
export type Performed<Reply extends object = object> =
  | {
      reply: Reply;
      /** The arguments as they were read. */
      args: object;
      /** The hours of the dates on which it logged, or of those of its plan; undefined if they are not known. */
      days?: readonly DayHours[] | undefined;
      /** Why entries failed, for a tool that reports it. */
      failures: readonly TimesheetError[];
      failure?: undefined;
    }
  | {
      failure: Failure;
      /** The error itself, for a command that shows more of it than its text. */
      error?: unknown;
      days?: readonly DayHours[] | undefined;
      reply?: undefined;
      args?: undefined;
    };

interface PerformOptions extends Omit<CallOptions, "name" | "logged" | "failed"> {
  /** The prefix of its lines in the log; the tool's name if left out. */
  name?: string;
  /** Whether the arguments have been checked, so that the tool's schema, whose bounds may be narrower than Tempo's, is not asked. */
  areChecked?: boolean;
  /** Whether the caller of a cancelled call reads its reply or error after all, so that the log need not say what it did. */
  saysItsEnd?: boolean;
}

/** Runs a tool. The only place that catches what one throws. */
export async function perform<Reply extends object = object>(
  tool: Tool,
  given: object,
  server: ServerContext,
  { name = tool.name, areChecked = false, saysItsEnd = false, ...options }: PerformOptions,
): Promise<Performed<Reply>> {
  let context: CallContext | undefined;
  let days: readonly DayHours[] | undefined;
  const failures: TimesheetError[] = [];
  const startedAt = server.clock.now();
  const isCancelled = () => options.signal.aborted;
  const finished = (outcome: Pick<FinishedCall, "isError" | "hasFailures" | "error">) => {
    const milliseconds = server.clock.now() - startedAt;
    const changes = context?.changes;
    server.finished?.({ tool: tool.name, milliseconds, isCancelled: isCancelled(), changes, ...outcome });
  };
  const logged = (hours: readonly DayHours[]) => {
    days = hours;
  };
  const failed = (failure: TimesheetError) => {
    failures.push(failure);
  };
  try {
    context = callContext(server, await server.openTimesheet(), { ...options, name, logged, failed });
    const { args, invalidRows } = areChecked
      ? { args: given, invalidRows: new Map() }
      : await readInput(tool, given, context);
    const handled = await tool.handle(args as Inputs[keyof Inputs], context, invalidRows);
    // Its summaries, comments and names are texts of others, and it can quote upstream (why an entry of a batch failed).
    const reply = shownReply(server.settings.summaryFirst ? summaryFirst(handled) : handled, server.redact);
    if (server.checkReplies) {
      const { checkReply } = await import("../contract/replies.ts");
      checkReply(tool.reply, JSON.parse(JSON.stringify(reply)));
    }
    const isError = tool.failed?.(handled) === true;
    const failedEntries = tool.entries?.(handled).failed.length ?? 0;
    finished({ isError, hasFailures: isError || failedEntries > 0 });
    return { reply: reply as object as Reply, args, days, failures };
  } catch (error) {
    for (const line of logLines(error)) server.log(`${name}: ${line}`);
    finished({ isError: true, hasFailures: false, error });
    return { failure: shownFailure(failureOf(error, name, context?.changes), server.redact), error, days };
  } finally {
    if (isCancelled() && context && !saysItsEnd) context.log(cancellationReport(context.changes));
  }
}

/** The most problems of a call, and of a row, that are described. */
const MAX_LISTED = 20;
const MAX_LISTED_OF_ROW = 5;

/**
 * Returns a tool's arguments in their schema's spelling, and its broken `rows` that the reply can echo, by index.
 *
 * @throws InvalidInputError for any other problem
 */
async function readInput(
  tool: Tool,
  given: object,
  { today, timesheet }: CallContext,
): Promise<{ args: object; invalidRows: InvalidRows }> {
  const { inputProblems, readSpelling } = await import("../contract/inputs.ts");
  const args = readSpelling(tool.input, given);
  const rows = rowsOf(tool, args);
  const byRow = new Map<number, Problem[]>();
  const problems: Problem[] = [];
  const zone = timesheet.knownProfile?.()?.timeZone;
  const found = inputProblems(tool.input, args, today, zone && `in ${zone}`);
  for (const problem of found.map((it) => withSet(it, tool))) {
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
  const invalidRows = new Map(
    [...byRow].map(([index, ofRow]) => [
      index,
      `Not sent: ${described(ofRow, "the entry", MAX_LISTED_OF_ROW)}`,
    ]),
  );
  return { args, invalidRows };
}

/** The problem, unless it is an argument that the tool has with another set. */
function withSet(problem: Problem, { input, detailed }: Tool): Problem {
  if (!isUnknown(problem) || !detailed || detailed === input) return problem;
  const { path } = problem;
  const isDetail = path.reduce<Schema | undefined>(
    (schema, step) => (typeof step === "number" ? schema?.items : schema?.properties?.[step]),
    inputSchemas[detailed],
  );
  return isDetail ? { path, rule: ARGUMENT_IS_OFF } : problem;
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

function summaryFirst<Reply extends object>(reply: Reply): Reply {
  const entries = Object.entries(reply);
  const firstList = entries.findIndex(([, value]) => Array.isArray(value));
  if (firstList < 0) return reply;
  const isSummary = ([key]: [string, unknown]) => key === "summary";
  const others = entries.filter((entry) => !isSummary(entry));
  const place = entries.slice(0, firstList).filter((entry) => !isSummary(entry)).length;
  return Object.fromEntries(others.toSpliced(place, 0, ...entries.filter(isSummary))) as Reply;
}

/** The result as MCP has it. A failure has a text, and no `structuredContent`. */
export function toolResult(
  tool: Tool,
  { reply, failure }: Performed,
  { structuredContent }: Pick<ServerContext["settings"], "structuredContent">,
): CallToolResult {
  if (failure) {
    const { text, cause } = failure;
    return {
      isError: true,
      content: [{ type: "text", text: text.assistant }],
      _meta: { [ERROR_KEY]: cause },
    };
  }
  return {
    content: [{ type: "text", text: JSON.stringify(reply) }],
    ...(structuredContent && { structuredContent: { ...reply } }),
    ...(tool.failed?.(reply as never) && { isError: true }),
  };
}
