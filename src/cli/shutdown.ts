import type { Log } from "../timesheet/log.ts";
import { EXIT_CODE_BY_ERROR } from "./exit-codes.ts";

let onUnread = (): void => process.exit();

/** The time for what was printed to be written. */
const PRINTING_MS = 200;

let isInterrupted = false;

/** Whether the command may have changed something in Tempo. */
let mayHaveWritten = false;

/** Ends the process when stdout cannot be written: quietly if its reader, such as `head`, stops reading. */
export function watchStdout(log: Log): void {
  let isLost = false;
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== "EPIPE" && !isLost) {
      isLost = true;
      const check =
        " What was logged or changed before stays so: check it with tempofiller week before you repeat the command.";
      log(`The output cannot be written (${code ?? message}).${mayHaveWritten ? check : ""}`);
      process.on("exit", () => {
        process.exitCode = EXIT_CODE_BY_ERROR.internal;
      });
    }
    onUnread();
  });
}

/**
 * Fires on the first SIGINT or SIGTERM, and when a write finds stdout closed. A second SIGINT or SIGTERM ends the process at once.
 *
 * @param onlyReads whether the command changes nothing in Tempo
 */
export function cancellation(log: Log, { onlyReads = false } = {}): AbortSignal {
  const cancelled = new AbortController();
  const interrupt = () => {
    if (isInterrupted) {
      const check = "; a request on its way may have taken effect, so check your worklogs";
      log(`ended at once${onlyReads ? "" : check}`, "warn");
      process.exit(EXIT_CODE_BY_ERROR.cancelled);
    }
    isInterrupted = true;
    cancelled.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  onUnread = () => cancelled.abort();
  mayHaveWritten = !onlyReads;
  return cancelled.signal;
}

/** An interrupted command that has said its end waits for no answer any more: the next command finds out. */
export function endIfInterrupted(): void {
  if (isInterrupted) exitAfter(PRINTING_MS);
}

export function exitAfter(milliseconds: number): void {
  setTimeout(() => process.exit(), milliseconds).unref();
}

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
