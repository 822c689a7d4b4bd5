import type { CallToolResult } from "@modelcontextprotocol/server";
import { ContractViolation } from "../contract/contract-violation.ts";
import type { Inputs } from "../generated/inputs.ts";
import type { Clock } from "../timesheet/clock.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { type Journal, withJournal } from "../timesheet/journal.ts";
import type { PostingPolicy } from "../timesheet/posting.ts";
import type { Timesheet } from "../timesheet/timesheet.ts";
import type { Tool, ToolCall } from "../tools/tool.ts";
import { checkInput } from "./check-input.ts";
import { errorResult } from "./error-result.ts";

/** The share of a call's time after which nothing is waited for any more, so that the answer is in time. */
const ANSWERING_SHARE = 0.95;

/** What running a tool needs from outside. */
export interface ToolRunner {
  /** Opens the timesheet; throws a `SettingsError` that says what to set where none is configured. */
  openTimesheet(): Promise<Timesheet>;
  /** Checks every reply against the contract where set: in tests and in debug mode. */
  checkReplies: boolean;
  /** How long a call may take, in milliseconds. */
  budget: number;
  clock: Clock;
  duplicates: PostingPolicy["duplicates"];
  /** Lets one batch post at a time, of all calls of the process. */
  turn: PostingPolicy["turn"];
  /** Writes a line to stderr. */
  log(line: string): void;
  /** Takes every secret out of a text. */
  redact(text: string): string;
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
  const { clock } = runner;
  let journal: Journal | undefined;
  try {
    const journaled = withJournal(await runner.openTimesheet());
    journal = journaled.journal;
    const refusedRows = checkInput(tool, args);
    const reply = await tool.handle(args as Inputs[keyof Inputs], {
      timesheet: journaled.timesheet,
      scope: { signal, deadline: clock.now() + runner.budget * ANSWERING_SHARE },
      posting: {
        clock,
        duplicates: runner.duplicates,
        turn: runner.turn,
        journal,
        log: (line) => runner.log(`${tool.name}: ${line}`),
      },
      progress,
      refusedRows,
    });
    const text = JSON.stringify(reply);
    if (runner.checkReplies) {
      const { checkReply } = await import("../contract/replies.ts");
      checkReply(tool.reply, JSON.parse(text));
    }
    // A reply can carry upstream's words (why an entry of a batch failed), so its texts are redacted like an error.
    const shown = JSON.parse(text, (_, value) => (typeof value === "string" ? runner.redact(value) : value));
    return {
      content: [{ type: "text", text: JSON.stringify(shown) }],
      structuredContent: shown,
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
  { stored, deleted, perhapsDeleted, doubtful }: Journal,
  { log }: ToolRunner,
): void {
  const changes = [
    ...(stored.length > 0 ? [`stored worklog ${stored.join(", ")}`] : []),
    ...(deleted.length > 0 ? [`deleted worklog ${deleted.join(", ")}`] : []),
    ...(perhapsDeleted.size > 0 ? [`perhaps deleted worklog ${[...perhapsDeleted].join(", ")}`] : []),
    ...(doubtful.length > 0 ? [`perhaps stored ${doubtful.join(", ")}`] : []),
  ];
  log(`${name}: cancelled; by then it had ${changes.join(" and ") || "changed nothing"}`);
}

/** A bug is logged with what finds it; a failure that the caller reads in full is not logged again. */
function logLines(error: unknown): string[] {
  if (error instanceof ContractViolation) return [error.message, ...error.details];
  if (error instanceof TimesheetError) return [];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

function redacted(result: CallToolResult, { redact }: ToolRunner): CallToolResult {
  const content = result.content.map((block) =>
    block.type === "text" ? { ...block, text: redact(block.text) } : block,
  );
  return { ...result, content };
}
