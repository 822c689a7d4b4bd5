import type { Clock } from "./clock.ts";
import type { CallScope } from "./port.ts";

interface RetryOptions {
  clock: Clock;
  scope: CallScope;
  /** Milliseconds; undefined if the failure is final. The first attempt is 1. */
  delayAfter(error: unknown, attempt: number): number | undefined;
  /** The least time that is left of the call after the wait, in milliseconds. */
  minTimeLeft?: number;
}

/** @throws the last attempt's error, also if the wait would take the call past its deadline */
export async function retry<Result>(
  { clock, scope, delayAfter, minTimeLeft = 0 }: RetryOptions,
  send: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const delay = delayAfter(error, attempt);
      if (delay === undefined || clock.now() + delay + minTimeLeft >= scope.deadline) throw error;
      await clock.sleep(delay, scope.signal);
      if (scope.signal.aborted) throw error;
    }
  }
}
