import { setImmediate } from "node:timers/promises";
import { SEND_AGAIN, words } from "../text/words.ts";
import type { CallContext } from "../timesheet/call-context.ts";
import { CancelledError } from "../timesheet/errors.ts";
import { onAbort } from "../timesheet/on-abort.ts";

/**
 * Runs work until it ends, its time is over, or the caller cancels, whether or not the work heeds the signal that it gets.
 *
 * @param what it reads, for the message of a CancelledError
 * @throws the error of `outOfTime` at the deadline; CancelledError
 */
export async function withinTime<Result>(
  { clock, deadline, signal }: Pick<CallContext, "clock" | "deadline" | "signal">,
  what: string,
  outOfTime: () => Error,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const done = new AbortController();
  void clock.sleep(Math.max(0, deadline - clock.now()), done.signal).then(() => {
    if (!done.signal.aborted) stop.abort(outOfTime());
  });
  const stopListening = onAbort(signal, () => stop.abort(cancelled(what)));
  const stopped = new Promise<never>((_, reject) => {
    onAbort(stop.signal, () => reject(stop.signal.reason));
  });
  try {
    return await Promise.race([work(stop.signal), stopped]);
  } finally {
    stopListening();
    done.abort();
  }
}

export function cancelled(what: string): CancelledError {
  return new CancelledError(
    words`Cancelled while reading ${what}. Nothing was changed. ${SEND_AGAIN} if it is still wanted.`,
  );
}

/** The time for which a calendar may keep the process busy before other work has its turn, in milliseconds. */
const TURN_MS = 10;

/** Lets other work have its turn if this one has taken long, and ends it once its signal aborts. @throws the signal's reason */
export type Pace = () => Promise<void> | undefined;

export function createPace({ clock }: Pick<CallContext, "clock">, signal: AbortSignal): Pace {
  let began = clock.now();
  return () => {
    if (clock.now() - began < TURN_MS) return undefined;
    return setImmediate().then(() => {
      signal.throwIfAborted();
      began = clock.now();
    });
  };
}
