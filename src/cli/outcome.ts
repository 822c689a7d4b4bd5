import type { ErrorCode } from "../timesheet/errors.ts";
import type { Log } from "../timesheet/log.ts";
import type { ExitCode } from "./exit-codes.ts";

/** The end of a command that runs a tool. */
export interface Outcome {
  exitCode: ExitCode;
  /** The code of the tool's error, if it failed. */
  code?: ErrorCode;
  error?: string;
  /** A notice to the user, although the call succeeded. */
  warning?: string;
}

/** Prints what a user needs to know of it, and returns the exit code. */
export function printOutcome({ exitCode, error, warning }: Outcome, log: Log): ExitCode {
  if (error !== undefined) log(error);
  if (warning !== undefined) log(warning);
  return exitCode;
}
