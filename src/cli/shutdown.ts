import type { Log } from "../timesheet/log.ts";
import { EXIT_CODE_BY_ERROR } from "./exit-codes.ts";

let onUnread = (): void => process.exit();

/** Ends the process quietly when a reader of stdout, such as `head`, stops reading. */
export function watchStdout(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    onUnread();
  });
}

/**
 * Fires on the first SIGINT or SIGTERM, and when a write finds stdout closed. A second SIGINT or SIGTERM ends the process at once.
 */
export function cancellation(log: Log): AbortSignal {
  const cancelled = new AbortController();
  let isInterrupted = false;
  const interrupt = () => {
    if (isInterrupted) {
      log("ended at once; check with get_worklogs what was stored", "warn");
      process.exit(EXIT_CODE_BY_ERROR.cancelled);
    }
    isInterrupted = true;
    cancelled.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  onUnread = () => cancelled.abort();
  return cancelled.signal;
}

export function exitAfter(milliseconds: number): void {
  setTimeout(() => process.exit(), milliseconds).unref();
}
