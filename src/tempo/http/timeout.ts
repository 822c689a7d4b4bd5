import type { Clock } from "../../timesheet/clock.ts";

/** @throws TimeoutError then, whether or not `send` heeds the signal: Node 20 can lose it to garbage collection */
export async function withTimeout<Result>(
  clock: Clock,
  milliseconds: number,
  send: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController();
  const done = new AbortController();
  const timedOut = clock.sleep(milliseconds, done.signal).then((): never => {
    const reason = new DOMException("No response in time", "TimeoutError");
    timeout.abort(reason);
    throw reason;
  });
  try {
    return await Promise.race([send(timeout.signal), timedOut]);
  } finally {
    done.abort();
  }
}
