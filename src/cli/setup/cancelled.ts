import { CancelledError } from "../../timesheet/errors.ts";

/** The user pressed Ctrl-C, or answered that nothing should be done. */
export function cancelled(): CancelledError {
  return new CancelledError("Cancelled: nothing was changed.");
}
