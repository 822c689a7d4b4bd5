import { buffer } from "node:stream/consumers";
import { decodeText, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import type { BulkPostWorklogsResponse } from "../../generated/responses.ts";
import { responseSchemas } from "../../generated/schemas.ts";
import type { ServerContext } from "../../server/context.ts";
import { ERROR_KEY } from "../../server/describe-error.ts";
import { runTool } from "../../server/run-tool.ts";
import { type ErrorCode, InvalidInputError } from "../../timesheet/errors.ts";
import { tools } from "../../tools/index.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { readFields, selectFields } from "./fields.ts";

/** A call as the command line says it. */
export interface CallOptions {
  toolName: string;
  /** The arguments: a JSON object, `@` and the file that holds it, or `-` for stdin. */
  args: string;
  /** The parts of the reply to keep, as in `summary,byIssue.totalHours`; left out, all of it. */
  fields: string | undefined;
  stdin: NodeJS.ReadableStream;
  /** Runs only what reads. */
  readOnly: boolean;
}

/** What became of a call: the reply, or why it failed as a whole. */
export type CallOutcome = { exitCode: ExitCode } & ({ reply: unknown } | { error: string });

/**
 * Runs one tool as the server does, for the shell. Ctrl-C cancels it as an MCP host would: nothing more is sent, and the
 * log tells what was stored by then. A second one ends the process.
 *
 * @throws BadInput where the command line is no call; nothing was sent then
 */
export async function call(options: CallOptions, runner: ServerContext): Promise<CallOutcome> {
  const { toolName, fields, stdin } = options;
  const tool = tools.find(({ name }) => name === toolName);
  if (!tool) {
    throw new InvalidInputError(
      `Unknown tool '${toolName}'; known are ${tools.map(({ name }) => name).join(", ")}.`,
    );
  }
  if (options.readOnly && tool.effect !== "read") {
    throw new InvalidInputError(
      `${toolName} changes Tempo, and TEMPO_READ_ONLY is set: only the tools that read can be called. Unset it to call this one.`,
    );
  }
  const paths = fields === undefined ? [[]] : readFields(fields, responseSchemas[tool.reply]);
  const args = parseArguments(await argumentsText(options.args, stdin));
  const signal = cancelledByInterrupt(runner.log);
  const { structuredContent, content, _meta } = await runTool(
    tool,
    args,
    { ...runner, structuredContent: true },
    {
      signal,
      progress: () => {},
    },
  );
  if (structuredContent === undefined) {
    const { code } = (_meta?.[ERROR_KEY] ?? { code: "internal" }) as { code: ErrorCode };
    const error = content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
    return { exitCode: EXIT_CODE_BY_ERROR[code], error };
  }
  const reply = selectFields(structuredContent, paths);
  if (signal.aborted) return { exitCode: EXIT_CODE_BY_ERROR.cancelled, reply };
  return { exitCode: hasFailedEntries(structuredContent) ? EXIT_CODE_BY_ERROR.partial_failure : 0, reply };
}

async function argumentsText(args: string, stdin: NodeJS.ReadableStream): Promise<string> {
  if (args === "-") return decodeText(await buffer(stdin));
  if (!args.startsWith("@")) return args;
  const path = args.slice(1);
  try {
    return readTextFile(path);
  } catch (error) {
    throw new InvalidInputError(
      `The arguments' file ${path} cannot be read (${whyUnreadable(error)}). Give the path of one that holds a JSON object.`,
    );
  }
}

function parseArguments(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidInputError(
      `The arguments are not JSON: ${(error as SyntaxError).message.replaceAll(/\s+/g, " ")}. Where a shell takes the quotes away, as PowerShell ` +
        "may, put them into a file and give '@file', or give - and pipe them in.",
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new InvalidInputError('The arguments must be a JSON object, such as {"startDate":"2026-01-05"}.');
}

/** Whether entries of a batch failed; other replies count none. */
function hasFailedEntries(reply: unknown): boolean {
  const { summary } = reply as Partial<Pick<BulkPostWorklogsResponse, "summary">>;
  return (summary?.failed ?? 0) > 0;
}

/** Fires with the first Ctrl-C, or SIGTERM; the second one ends the process at once. */
function cancelledByInterrupt(log: (line: string) => void): AbortSignal {
  const cancellation = new AbortController();
  const interrupt = () => {
    if (cancellation.signal.aborted) {
      log("ended; look with get_worklogs for what may be stored");
      process.exit(EXIT_CODE_BY_ERROR.cancelled);
    }
    log("cancelled: nothing more is sent; waiting for what is under way. Interrupt again to end at once.");
    cancellation.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return cancellation.signal;
}
