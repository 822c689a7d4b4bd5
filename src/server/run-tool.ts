import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Inputs } from "../generated/inputs.ts";
import { shownReply, shownText } from "../text/show.ts";
import type { CallContext } from "../timesheet/call-context.ts";
import type { Tool } from "../tools/tool.ts";
import { type CallOptions, callContext, type FinishedCall, type ServerContext } from "./context.ts";
import { cancellationReport } from "./describe-changes.ts";
import { errorResult, logLines } from "./errors.ts";
import { summaryFirst } from "./summary-first.ts";

interface RunOptions extends Omit<CallOptions, "name"> {
  /** Whether the caller of a cancelled call reads its reply or error after all, so that the log need not say what it did. */
  saysItsEnd?: boolean;
}

/** The only place that catches what a tool throws. */
export async function runTool(
  tool: Tool,
  args: object,
  server: ServerContext,
  options: RunOptions,
): Promise<CallToolResult> {
  let context: CallContext | undefined;
  const startedAt = server.clock.now();
  const finished = (outcome: Pick<FinishedCall, "isError" | "hasFailures" | "error">) => {
    const milliseconds = server.clock.now() - startedAt;
    const isCancelled = options.signal.aborted;
    server.finished?.({ tool: tool.name, milliseconds, isCancelled, changes: context?.changes, ...outcome });
  };
  try {
    context = callContext(server, await server.openTimesheet(), { ...options, name: tool.name });
    const { checkInput } = await import("./check-input.ts");
    const invalidRows = checkInput(tool, args, context.today);
    const handled = await tool.handle(args as Inputs[keyof Inputs], context, invalidRows);
    const reply = server.settings.summaryFirst ? summaryFirst(handled) : handled;
    // Its summaries, comments and names are texts of others, and it can quote upstream (why an entry of a batch failed).
    const shown = shownReply(reply, server.redact);
    const text = JSON.stringify(shown);
    if (server.checkReplies) {
      const { checkReply } = await import("../contract/replies.ts");
      checkReply(tool.reply, JSON.parse(text));
    }
    const isError = tool.failed?.(reply) === true;
    const failedEntries = tool.entries?.(reply).failed.length ?? 0;
    finished({ isError, hasFailures: isError || failedEntries > 0 });
    return {
      content: [{ type: "text", text }],
      ...(server.settings.structuredContent && { structuredContent: shown }),
      ...(isError && { isError }),
    };
  } catch (error) {
    for (const line of logLines(error)) server.log(`${tool.name}: ${line}`);
    finished({ isError: true, hasFailures: false, error });
    return shownError(errorResult(error, tool.name, context?.changes), server);
  } finally {
    if (options.signal.aborted && context && !options.saysItsEnd)
      context.log(cancellationReport(context.changes));
  }
}

function shownError(result: CallToolResult, { redact }: ServerContext): CallToolResult {
  const content = result.content.map((block) =>
    block.type === "text" ? { ...block, text: shownText(block.text, redact) } : block,
  );
  return { ...result, content };
}
