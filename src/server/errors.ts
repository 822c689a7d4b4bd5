import type { CallToolResult } from "@modelcontextprotocol/server";
import { ContractViolationError } from "../contract/contract-violation-error.ts";
import type { CallChanges } from "../timesheet/call-changes.ts";
import { type ErrorCode, TimesheetError } from "../timesheet/errors.ts";
import { changeSentences } from "./describe-changes.ts";
import { wereFilesReplaced } from "./replaced-files.ts";

/** The key in `_meta` of a tool's result, and in `data` of a protocol error. */
export const ERROR_KEY = "tempofiller/error";

interface ErrorDescription {
  text: string;
  cause: { code: ErrorCode; httpStatus?: number; retryable: boolean };
}

/** The text of an internal error never holds the error's own message. */
export function describeError(error: unknown, name: string): ErrorDescription {
  if (error instanceof TimesheetError) {
    const { message, code, httpStatus, retryable } = error;
    return {
      text: message,
      cause: { code, ...(httpStatus !== undefined && { httpStatus }), retryable },
    };
  }
  if (wereFilesReplaced(error)) {
    return {
      text: `${name} failed: TempoFiller's files have been replaced since it started, for example by an update. Restart the host, or the server, and send the same call again.`,
      cause: { code: "internal", retryable: false },
    };
  }
  const [code, problem]: [ErrorCode, string] =
    error instanceof ContractViolationError
      ? ["contract_violation", "the reply does not match the contract"]
      : ["internal", "internal error"];
  return {
    text: `${name} failed: ${problem}. This is a bug; please report it with the lines on stderr.`,
    cause: { code, retryable: false },
  };
}

/** The result of a tool that threw: text, and no `structuredContent`. */
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

/** Everything about a bug, nothing about a failure that the caller reads in full. */
export function logLines(error: unknown): string[] {
  if (error instanceof ContractViolationError) return [error.message, ...error.details];
  if (error instanceof TimesheetError) return [];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
