import type { BulkPostWorklogsResponse, PostWorklogResponse } from "../../generated/responses.ts";
import { responseSchemas } from "../../generated/schemas.ts";
import type { ServerContext } from "../../server/context.ts";
import { ERROR_KEY } from "../../server/errors.ts";
import { runTool } from "../../server/run-tool.ts";
import { type ErrorCode, InvalidInputError } from "../../timesheet/errors.ts";
import { onAbort } from "../../timesheet/on-abort.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { cancellation } from "../shutdown.ts";
import { mergeArguments, readArguments } from "./arguments.ts";
import { readFields, selectFields } from "./fields.ts";
import { findTool } from "./find-tool.ts";
import { describeFailedEntries, describeOverbooked, describeUnconfirmed } from "./warnings.ts";

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
}

interface CallOutcome {
  exitCode: ExitCode;
  reply?: unknown;
  error?: string;
  /** A notice to the user, although the call succeeded. */
  warning?: string;
}

/** @throws InvalidInputError if the command line is not a call; nothing was sent then */
export async function call(options: CallOptions, runner: ServerContext): Promise<CallOutcome> {
  const { toolName, fields, stdin, given = {} } = options;
  const tool = findTool(toolName);
  if (options.readOnly && tool.effect !== "read") {
    throw new InvalidInputError(
      `${toolName} changes Tempo, but TEMPO_READ_ONLY allows only tools that read. Unset it to call this one.`,
    );
  }
  const paths = fields === undefined ? [[]] : readFields(fields, responseSchemas[tool.reply]);
  const args = mergeArguments(await readArguments(options.args, stdin, tool), given);
  const signal = cancellation(runner.log);
  const announce = () =>
    runner.log(
      "cancelled: nothing more is sent; waiting for requests in progress. Interrupt again to end at once.",
    );
  const stopListening = onAbort(signal, announce);
  const settings = { ...runner.settings, structuredContent: true };
  const { structuredContent, content, _meta } = await runTool(
    tool,
    args,
    { ...runner, settings },
    { signal },
  );
  stopListening();
  if (structuredContent === undefined) {
    const { code } = (_meta?.[ERROR_KEY] ?? { code: "internal" }) as { code: ErrorCode };
    const error = content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
    return { exitCode: EXIT_CODE_BY_ERROR[code], error };
  }
  const outcome = { reply: selectFields(structuredContent, paths), ...warningOf(structuredContent) };
  if (signal.aborted) return { exitCode: EXIT_CODE_BY_ERROR.cancelled, ...outcome };
  const error =
    describeUnconfirmed(structuredContent, args) ?? describeFailedEntries(tool, structuredContent);
  return error === undefined
    ? { exitCode: 0, ...outcome }
    : { exitCode: EXIT_CODE_BY_ERROR.partial_failure, ...outcome, error };
}

function warningOf(reply: unknown): Pick<CallOutcome, "warning"> {
  const { overbooked } = reply as Partial<PostWorklogResponse | BulkPostWorklogsResponse>;
  return overbooked ? { warning: describeOverbooked(overbooked) } : {};
}
