import type { CallContext } from "../../timesheet/call-context.ts";
import { CancelledError } from "../../timesheet/errors.ts";
import { onAbort } from "../../timesheet/on-abort.ts";
import { CALENDAR_READ_MS } from "../../timesheet/timeline.ts";
import { CalendarError } from "./errors.ts";

/**
 * Runs work until it ends, its time is over, or the caller cancels, whether or not the work heeds the signal that it gets.
 *
 * @throws CalendarError if its time is over; CancelledError
 */
export async function withinTime<Result>(
  { clock, deadline, signal }: Pick<CallContext, "clock" | "deadline" | "signal">,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = Math.max(0, Math.min(CALENDAR_READ_MS, deadline - clock.now()));
  const stop = new AbortController();
  const done = new AbortController();
  let stopListening = () => {};
  const stopped = new Promise<never>((_, reject) => {
    const end = (error: Error) => {
      stop.abort(error);
      reject(error);
    };
    void clock.sleep(limit, done.signal).then(() => {
      if (!done.signal.aborted) end(outOfTime());
    });
    stopListening = onAbort(signal, () => end(cancelled()));
  });
  try {
    return await Promise.race([work(stop.signal), stopped]);
  } finally {
    stopListening();
    done.abort();
  }
}

function outOfTime(): CalendarError {
  return new CalendarError("could not be read in time. Try again, or use a smaller calendar");
}

function cancelled(): CancelledError {
  return new CancelledError(
    "Cancelled while reading calendars. Nothing was changed. Send the same call again if it is still wanted.",
  );
}
