import type { Clock } from "./clock.ts";
import { cancelledBeforeSending, outOfTime } from "./not-sent.ts";
import type { CallScope } from "./port.ts";

/** Runs `start` when it is its turn, and returns its result. */
export type Limiter = <Result>(start: () => Promise<Result>) => Promise<Result>;

/** Fails with `tooLate` if the limiter does not allow `start` before the deadline, with CancelledError if cancelled first. */
export function whenAllowed<Result>(
  limiter: Limiter,
  { deadline, signal }: CallScope,
  clock: Clock,
  start: () => Promise<Result>,
  tooLate: () => Error = outOfTime,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const allowed = new AbortController();
    let isOver = false;
    void clock.sleep(deadline - clock.now(), AbortSignal.any([allowed.signal, signal])).then(() => {
      if (allowed.signal.aborted) return;
      isOver = true;
      reject(signal.aborted ? cancelledBeforeSending() : tooLate());
    });
    limiter(async () => {
      if (isOver) return;
      allowed.abort();
      resolve(await start());
    }).catch(reject);
  });
}
