import type { Clock } from "./clock.ts";
import { cancelledBeforeSending, outOfTime } from "./not-sent.ts";
import { onAbort } from "./on-abort.ts";
import type { CallScope } from "./port.ts";

/**
 * Runs `start` when it is its turn, and returns its result.
 *
 * @param abandoned fires if `start` has nothing to do any more, so that it needs no turn
 */
export type Limiter = <Result>(start: () => Promise<Result>, abandoned?: AbortSignal) => Promise<Result>;

/** Fails with `tooLate` if the limiter does not allow `start` before the deadline, with CancelledError if cancelled first. */
export function whenAllowed<Result>(
  limiter: Limiter,
  { deadline, signal }: CallScope,
  clock: Clock,
  start: () => Promise<Result>,
  tooLate: () => Error = outOfTime,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isAllowed = false;
    const waiting = new AbortController();
    const over = new AbortController();
    // A reason, since without one each call would make an error with its stack.
    const stopWaiting = () => waiting.abort("over");
    const stopListening = onAbort(signal, stopWaiting);
    void clock.sleep(deadline - clock.now(), waiting.signal).then(() => {
      stopListening();
      if (isAllowed) return;
      over.abort();
      reject(signal.aborted ? cancelledBeforeSending() : tooLate());
    });
    limiter(async () => {
      if (over.signal.aborted) return;
      isAllowed = true;
      stopWaiting();
      resolve(await start());
    }, over.signal).catch(reject);
  });
}
