import { ContractViolationError } from "../contract/problems.ts";
import { type Redact, shownText } from "../text/show.ts";
import type { Reader } from "../text/words.ts";
import type { CallChanges } from "../timesheet/call-changes.ts";
import { type ErrorCode, TimesheetError } from "../timesheet/errors.ts";
import { changeSentences } from "./describe-changes.ts";
import { wereFilesReplaced } from "./replaced-files.ts";

/** The key in `_meta` of a tool's result, and in `data` of a protocol error. */
export const ERROR_KEY = "tempofiller/error";

/** An error as callers see it. */
export interface Failure {
  text: Readonly<Record<Reader, string>>;
  cause: { code: ErrorCode; httpStatus?: number; retryable: boolean };
}

/**
 * The text of an internal error never holds the error's own message, and says what was changed before it.
 *
 * @param name of the tool, prompt or resource that threw it
 */
export function failureOf(error: unknown, name: string, changes?: CallChanges): Failure {
  const { text, cause } = describeError(error, name);
  const sentences = error instanceof TimesheetError || !changes ? [] : changeSentences(changes);
  return { text: eachOf(text, (part) => [part, ...sentences].join(" ")), cause };
}

/** The same, with its text as every exit shows texts. */
export function shownFailure({ text, cause }: Failure, redact: Redact): Failure {
  return { text: eachOf(text, (part) => shownText(part, redact)), cause };
}

function eachOf({ assistant, shell }: Failure["text"], change: (text: string) => string): Failure["text"] {
  return { assistant: change(assistant), shell: change(shell) };
}

function describeError(error: unknown, name: string): Failure {
  if (error instanceof TimesheetError) {
    const { text, code, httpStatus, retryable } = error;
    return {
      text,
      cause: { code, ...(httpStatus !== undefined && { httpStatus }), retryable },
    };
  }
  if (wereFilesReplaced(error)) {
    return {
      text: same(
        `${name} failed: TempoFiller's files have been replaced since it started, for example by an update. Restart the host, or the server, and send the same call again.`,
      ),
      cause: { code: "internal", retryable: false },
    };
  }
  const [code, problem]: [ErrorCode, string] =
    error instanceof ContractViolationError
      ? ["contract_violation", "the reply does not match the contract"]
      : ["internal", "internal error"];
  return {
    text: same(`${name} failed: ${problem}. This is a bug; please report it with the lines on stderr.`),
    cause: { code, retryable: false },
  };
}

const same = (text: string) => ({ assistant: text, shell: text });

/** Everything about a bug, nothing about a failure that the caller reads in full. */
export function logLines(error: unknown): string[] {
  if (error instanceof ContractViolationError) return [error.message, ...error.details];
  if (error instanceof TimesheetError) return [];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
