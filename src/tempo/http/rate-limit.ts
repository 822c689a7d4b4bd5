import pLimit from "p-limit";
import pThrottle from "p-throttle";
import type { Clock } from "../../timesheet/clock.ts";
import { NotSentError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { cancelledBeforeSending } from "../../timesheet/posting/errors.ts";
import type { Deployment } from "../deployment.ts";

/** Runs `send` when the rate limit allows it, and returns its result. */
export type RateLimiter = <Result>(send: () => Promise<Result>) => Promise<Result>;

/** What Tempo Cloud's gateway allows: five requests a second, three of them at a time. */
const CLOUD_CONCURRENCY = 3;
const REQUESTS_PER_INTERVAL = 5;

/** A second and a little more: requests that leave evenly spaced do not arrive so. */
const INTERVAL_MS = 1100;

/** How many requests a Data Center is sent at a time. */
export const DATA_CENTER_CONCURRENCY = 4;

/** The rate limiter of a deployment, which all of its calls must share. */
export function createRateLimiter(kind: Deployment["kind"]): RateLimiter {
  return kind === "cloud" ? createCloudRateLimiter() : pLimit(DATA_CENTER_CONCURRENCY);
}

function createCloudRateLimiter(): RateLimiter {
  const limit = pLimit(CLOUD_CONCURRENCY);
  const throttle = pThrottle({ limit: REQUESTS_PER_INTERVAL, interval: INTERVAL_MS, strict: true })(() => {});
  return (send) =>
    limit(async () => {
      await throttle();
      return send();
    });
}

/** Runs `send` when the rate limit allows it, unless the call is over by then. */
export function whenAllowed<Result>(
  rateLimiter: RateLimiter,
  { deadline, signal }: CallScope,
  clock: Clock,
  send: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const allowed = new AbortController();
    let isOver = false;
    void clock.sleep(deadline - clock.now(), AbortSignal.any([allowed.signal, signal])).then(() => {
      if (allowed.signal.aborted) return;
      isOver = true;
      reject(signal.aborted ? cancelledBeforeSending() : outOfTime());
    });
    rateLimiter(async () => {
      if (isOver) return;
      allowed.abort();
      resolve(await send());
    }).catch(reject);
  });
}

/** The error for a request whose call ended before it could be sent. */
export function outOfTime(): NotSentError {
  return new NotSentError(
    "Not sent: the call's time ran out before this was sent. Send the same call again.",
  );
}
