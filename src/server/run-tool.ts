import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Inputs } from "../generated/inputs.ts";
import { type Journal, withJournal } from "../timesheet/journal.ts";
import type { PostingPolicy } from "../timesheet/posting/post-worklogs.ts";
import type { Tool, ToolCall } from "../tools/tool.ts";
import { checkInput } from "./check-input.ts";
import { callScope, type Runner, redactJson } from "./context.ts";
import { logLines } from "./describe-error.ts";
import { errorResult } from "./error-result.ts";
import { summaryFirst } from "./summary-first.ts";

/** What running a tool needs from outside. */
export interface ToolRunner extends Runner {
  /** Checks every reply against the contract where set: in tests and in debug mode. */
  checkReplies: boolean;
  duplicates: PostingPolicy["duplicates"];
  /** Lets one batch post at a time, of all calls of the process. */
  lock: PostingPolicy["lock"];
  /** Sends a reply as structured content beside its text; the schemas of the replies are published then. */
  structuredContent: boolean;
  /** Puts a reply's `summary` ahead of its lists. */
  summaryFirst: boolean;
}

/**
 * Runs one call of a tool: checks the arguments, lets the tool work, checks its reply, and turns any failure into a
 * text. The only place that catches what a tool throws.
 */
export async function runTool(
  tool: Tool,
  args: object,
  runner: ToolRunner,
  { signal, progress }: { signal: AbortSignal; progress: ToolCall["progress"] },
): Promise<CallToolResult> {
  let journal: Journal | undefined;
  try {
    const journaled = withJournal(await runner.openTimesheet());
    journal = journaled.journal;
    const refusedRows = checkInput(tool, args);
    const handled = await tool.handle(args as Inputs[keyof Inputs], {
      timesheet: journaled.timesheet,
      scope: callScope(runner, signal),
      posting: {
        clock: runner.clock,
        duplicates: runner.duplicates,
        lock: runner.lock,
        journal,
        log: (line) => runner.log(`${tool.name}: ${line}`),
      },
      progress,
      refusedRows,
    });
    const reply = runner.summaryFirst ? summaryFirst(handled) : handled;
    const text = JSON.stringify(reply);
    if (runner.checkReplies) {
      const { checkReply } = await import("../contract/replies.ts");
      checkReply(tool.reply, JSON.parse(text));
    }
    // A reply can carry upstream's words (why an entry of a batch failed), so its texts are redacted like an error.
    const shown = redactJson(text, runner);
    return {
      content: [{ type: "text", text: JSON.stringify(shown) }],
      ...(runner.structuredContent && { structuredContent: shown }),
      ...(tool.failed?.(reply) && { isError: true }),
    };
  } catch (error) {
    for (const line of logLines(error)) runner.log(`${tool.name}: ${line}`);
    return redacted(errorResult(error, tool.name, journal), runner);
  } finally {
    if (signal.aborted && journal) logWithdrawal(tool, journal, runner);
  }
}

/** Nobody reads the answer of a cancelled call, so what it changed by then is told in the log. */
function logWithdrawal(
  { name }: Tool,
  { stored, deleted, possiblyDeleted, uncertain }: Journal,
  { log }: ToolRunner,
): void {
  const changes = [
    ...(stored.length > 0 ? [`stored worklog ${stored.join(", ")}`] : []),
    ...(deleted.length > 0 ? [`deleted worklog ${deleted.join(", ")}`] : []),
    ...(possiblyDeleted.size > 0 ? [`perhaps deleted worklog ${[...possiblyDeleted].join(", ")}`] : []),
    ...(uncertain.length > 0 ? [`perhaps stored ${uncertain.join(", ")}`] : []),
  ];
  log(`${name}: cancelled; by then it had ${changes.join(" and ") || "changed nothing"}`);
}

function redacted(result: CallToolResult, { redact }: ToolRunner): CallToolResult {
  const content = result.content.map((block) =>
    block.type === "text" ? { ...block, text: redact(block.text) } : block,
  );
  return { ...result, content };
}
