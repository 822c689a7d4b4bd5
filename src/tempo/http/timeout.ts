import type { Clock } from "../../timesheet/clock.ts";
import { onAbort } from "../../timesheet/on-abort.ts";

/**
 * @param cancelled aborts what is sent as well
 * @throws TimeoutError then, whether or not `send` heeds the signal: Node 20 can lose it to garbage collection
 */
export async function withTimeout<Result>(
  clock: Clock,
  milliseconds: number,
  send: (signal: AbortSignal) => Promise<Result>,
  cancelled?: AbortSignal,
): Promise<Result> {
  const request = new AbortController();
  const done = new AbortController();
  const timedOut = new Promise<never>((_, reject) => {
    void clock.sleep(milliseconds, done.signal).then(() => {
      if (done.signal.aborted) return;
      const reason = new DOMException("No response in time", "TimeoutError");
      request.abort(reason);
      reject(reason);
    });
  });
  const stopListening = onAbort(cancelled, () => request.abort(cancelled?.reason));
  try {
    return await Promise.race([send(request.signal), timedOut]);
  } finally {
    stopListening();
    done.abort("done");
  }
}
