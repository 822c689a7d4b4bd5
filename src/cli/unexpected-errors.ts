import type { Log } from "../timesheet/log.ts";

/** An error that nothing handles is logged, redacted as `log` does it, in place of Node's own report. */
export function logUnexpectedErrors(log: Log): void {
  // Logged only: hours may be on their way.
  process.on("unhandledRejection", (reason) => {
    log(`unexpected error: ${reason instanceof Error ? reason.stack : reason}`, "error");
  });
  process.on("uncaughtException", (error) => {
    log(`unexpected error, exiting: ${error instanceof Error ? error.stack : error}`, "error");
    process.exit(1);
  });
}
