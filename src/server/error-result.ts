import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallChanges } from "../timesheet/call-changes.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { changeSentences } from "./describe-changes.ts";
import { describeError, ERROR_KEY } from "./describe-error.ts";

/** Has no `structuredContent`. */
export function errorResult(
  error: unknown,
  toolName: string,
  changes: CallChanges | undefined,
): CallToolResult {
  const { text, cause } = describeError(error, toolName);
  const sentences = error instanceof TimesheetError || !changes ? [] : changeSentences(changes);
  return {
    isError: true,
    content: [{ type: "text", text: [text, ...sentences].join(" ") }],
    _meta: { [ERROR_KEY]: cause },
  };
}
