import type { CallToolResult } from "@modelcontextprotocol/server";
import { ContractViolation } from "../contract/contract-violation.ts";
import { type ErrorCode, TimesheetError } from "../timesheet/errors.ts";
import type { Journal } from "../timesheet/journal.ts";

/** Where programs find the cause of a failed call: `_meta["tempofiller/error"]`. */
export const ERROR_META_KEY = "tempofiller/error";

/** The failed call's result: one text for the assistant, a code for programs, and no `structuredContent`. */
export function errorResult(error: unknown, toolName: string, journal: Journal | undefined): CallToolResult {
  const { text, code, httpStatus, retryable } = describe(error, toolName);
  return {
    isError: true,
    content: [{ type: "text", text: [text, ...changes(error, journal)].join(" ") }],
    _meta: { [ERROR_META_KEY]: { code, ...(httpStatus !== undefined && { httpStatus }), retryable } },
  };
}

interface Description {
  text: string;
  code: ErrorCode;
  httpStatus?: number | undefined;
  retryable: boolean;
}

function describe(error: unknown, toolName: string): Description {
  if (error instanceof TimesheetError) {
    return {
      text: error.message,
      code: error.code,
      httpStatus: error.httpStatus,
      retryable: error.retryable,
    };
  }
  const { code, cause }: { code: ErrorCode; cause: string } =
    error instanceof ContractViolation
      ? { code: "contract_violation", cause: "its reply does not keep TempoFiller's own contract" }
      : { code: "internal", cause: "TempoFiller itself is at fault" };
  return {
    text: `${toolName} failed: ${cause}. This is a bug; please report it with the lines on stderr.`,
    code,
    retryable: false,
  };
}

/** A call that broke after a write must not read as "nothing happened". */
function changes(error: unknown, journal: Journal | undefined): string[] {
  if (error instanceof TimesheetError || !journal) return [];
  const { stored, deleted, perhapsDeleted, doubtful } = journal;
  return [
    ...(stored.length > 0
      ? [`The hours are stored in Tempo as worklog ${stored.join(", ")}: do not post them again.`]
      : []),
    ...(deleted.length > 0 ? [`Worklog ${deleted.join(", ")} is deleted.`] : []),
    ...(perhapsDeleted.size > 0
      ? [`Whether worklog ${[...perhapsDeleted].join(", ")} is deleted is unknown.`]
      : []),
    ...(doubtful.length > 0 ? [`Whether these are stored is unknown: ${doubtful.join(", ")}.`] : []),
  ];
}
