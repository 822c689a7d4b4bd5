import { ContractViolationError } from "../contract/contract-violation-error.ts";
import { type ErrorCode, TimesheetError } from "../timesheet/errors.ts";

/** Where programs find the cause of a failure: in `_meta` of a tool's result, in `data` of a protocol error. */
export const ERROR_KEY = "tempofiller/error";

/** A failure as a caller reads it. */
export interface ErrorDescription {
  text: string;
  /** For programs. */
  cause: { code: ErrorCode; httpStatus?: number; retryable: boolean };
}

/** What went wrong, in words and as a code. A failure of our own is told by what failed alone, never by its words. */
export function describeError(error: unknown, name: string): ErrorDescription {
  if (error instanceof TimesheetError) {
    const { message, code, httpStatus, retryable } = error;
    return {
      text: message,
      cause: { code, ...(httpStatus !== undefined && { httpStatus }), retryable },
    };
  }
  const [code, words]: [ErrorCode, string] =
    error instanceof ContractViolationError
      ? ["contract_violation", "its reply does not keep TempoFiller's own contract"]
      : ["internal", "TempoFiller itself is at fault"];
  return {
    text: `${name} failed: ${words}. This is a bug; please report it with the lines on stderr.`,
    cause: { code, retryable: false },
  };
}

/** A bug is logged with what finds it; a failure that the caller reads in full is not logged again. */
export function logLines(error: unknown): string[] {
  if (error instanceof ContractViolationError) return [error.message, ...error.details];
  if (error instanceof TimesheetError) return [];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
