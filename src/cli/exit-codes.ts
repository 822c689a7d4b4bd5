import { printCommand } from "../runtime/log.ts";
import { type ErrorCode, type TimesheetError, UnsettledError } from "../timesheet/errors.ts";
import type { Log } from "../timesheet/log.ts";
import { FORGOTTEN } from "./options.ts";

/** Scripts rely on these: a number keeps its meaning. */
export const EXIT_CODES = {
  0: "success",
  1: "internal error",
  2: "the command line or an argument is wrong; nothing was changed",
  3: "settings are missing or wrong; nothing was changed",
  4: "a token was not accepted or lacks permission",
  5: "not found, or no access to it",
  6: "Tempo or Jira rejected it",
  7: "Tempo or Jira could not be reached, or the time ran out; retry later",
  8: "outcome unknown: hours may have been stored; the message says whether to repeat it or to check first",
  9: "some or all entries failed; the output says which",
  10: "unexpected response: something other than Tempo or Jira answered; check the URL",
  11: "`status --missing` found missing hours",
  12: "something is left to settle. `undo`: not all of the batch was undone, since what became of it is not known yet; undo it again. `fill`: dates were left out, since it is unknown what an earlier call stored on them; fill them again at the time that is named. `draft`: without logging it, some evidence has no issue, or a source could not be read",
  13: "`compare` found differences",
  130: "interrupted",
} as const;

/** Used by `status --missing` alone; no error maps to it. */
export const HOURS_MISSING = 11;

/** Used by `undo` and `fill`, which may also fail with the code of another error. */
export const UNSETTLED = 12;

/** Used by `draft`, which may also fail with the code of an error. */
export const INCOMPLETE = 12;

/** Used by `compare`, which may also fail with the code of an error. */
export const DIFFERENT = 13;

export type ExitCode = keyof typeof EXIT_CODES;

export const EXIT_CODE_BY_ERROR: Record<ErrorCode, ExitCode> = {
  internal: 1,
  contract_violation: 1,
  invalid_input: 2,
  invalid_settings: 3,
  unauthorized: 4,
  forbidden: 4,
  not_found: 5,
  rejected: 6,
  unavailable: 7,
  not_sent: 7,
  outcome_unknown: 8,
  wrong_author: 8,
  partial_failure: 9,
  unexpected_response: 10,
  cancelled: 130,
};

export function exitCodeOf(error: TimesheetError): ExitCode {
  return error instanceof UnsettledError ? UNSETTLED : EXIT_CODE_BY_ERROR[error.code];
}

/** The code of a command of whose entries some have failed. @param total how many entries there are */
export function exitCodeOfAll(errors: readonly TimesheetError[], total: number): ExitCode {
  const [first] = errors;
  const said = errors.find(({ code }) => code === "cancelled" || code === "outcome_unknown");
  const areAlike = errors.length === total && errors.every(({ code }) => code === first?.code);
  return EXIT_CODE_BY_ERROR[(said ?? (areAlike ? first : undefined))?.code ?? "partial_failure"];
}

/** The end of a command that runs a tool. */
export interface Outcome {
  exitCode: ExitCode;
  /** The code of the tool's error, if it failed. */
  code?: ErrorCode;
  error?: string;
  /** A notice to the user, although the call succeeded. */
  warning?: string;
  /** The line to copy with which the error or warning ends. */
  command?: string | undefined;
}

/** Prints what a user needs to know of it, and returns the exit code. */
export function printOutcome(
  { exitCode, error, warning, command }: Outcome,
  { log, redact, isForgotten }: { log: Log; redact: (text: string) => string; isForgotten?(): boolean },
): ExitCode {
  if (error !== undefined) log(error);
  if (warning !== undefined) log(warning);
  if (command !== undefined) printCommand(redact(command));
  if (isForgotten?.()) log(FORGOTTEN);
  return exitCode;
}
