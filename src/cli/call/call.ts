import type { BulkPostWorklogsResponse, PostWorklogResponse } from "../../generated/responses.ts";
import { responseSchemas } from "../../generated/schemas.ts";
import type { ServerContext } from "../../server/context.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { Tool } from "../../tools/tool.ts";
import { EXIT_CODE_BY_ERROR } from "../exit-codes.ts";
import type { Outcome } from "../outcome.ts";
import { outcomeOf, performInShell } from "../perform-in-shell.ts";
import { cancellation } from "../shutdown.ts";
import { mergeArguments, readArguments } from "./arguments.ts";
import { readFields, selectFields } from "./fields.ts";
import { findTool } from "./find-tool.ts";
import { describeFailedEntries, describeOverbooked, describePlan, describeUnconfirmed } from "./warnings.ts";

interface CallOptions {
  toolName: string;
  /** Arguments as JSON: an object, `@` and the file that contains it, or `-` for stdin. */
  args: string;
  /** Further arguments, by name. */
  given?: Record<string, unknown>;
  /** Such as `summary,byIssue.totalHours`; all fields if undefined. */
  fields: string | undefined;
  stdin: NodeJS.ReadableStream;
  readOnly: boolean;
  /** The words of the command line, for the line that carries a plan out. */
  words?: readonly string[];
}

interface CallOutcome extends Outcome {
  reply?: unknown;
}

/** @throws InvalidInputError if the command line is not a call; nothing was sent then */
export async function call(options: CallOptions, server: ServerContext): Promise<CallOutcome> {
  const { toolName, fields, stdin, given = {}, words = [] } = options;
  const tool = findTool(toolName);
  if (options.readOnly && tool.effect !== "read") {
    throw new InvalidInputError(
      `${toolName} changes Tempo, but TEMPO_READ_ONLY allows only tools that read. Unset it to call this one.`,
    );
  }
  const paths = fields === undefined ? [[]] : readFields(fields, responseSchemas[tool.reply]);
  const args = mergeArguments(await readArguments(options.args, stdin, tool), given);
  const signal = cancellation(server.log, { onlyReads: tool.effect === "read" });
  const { reply, failure } = await performInShell(tool, args, server, signal);
  if (failure) return outcomeOf(failure, "assistant");
  const warning = warningOf(tool, reply, args, words);
  const outcome = { reply: selectFields(reply, paths), ...(warning !== undefined && { warning }) };
  if (signal.aborted) return { exitCode: EXIT_CODE_BY_ERROR.cancelled, ...outcome };
  const error = describeUnconfirmed(reply, args) ?? describeFailedEntries(tool, reply);
  return error === undefined
    ? { exitCode: 0, ...outcome }
    : { exitCode: EXIT_CODE_BY_ERROR.partial_failure, ...outcome, error };
}

function warningOf(tool: Tool, reply: object, args: object, words: readonly string[]): string | undefined {
  const { overbooked } = reply as Partial<PostWorklogResponse | BulkPostWorklogsResponse>;
  const plan = tool.effect === "read" ? undefined : describePlan(reply, args, words);
  const warnings = [plan, overbooked && describeOverbooked(overbooked)].filter(Boolean);
  return warnings.length > 0 ? warnings.join(" ") : undefined;
}
