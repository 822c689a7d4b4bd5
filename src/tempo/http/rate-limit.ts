import pLimit from "p-limit";
import pThrottle from "p-throttle";
import type { Limiter } from "../../timesheet/when-allowed.ts";
import type { Deployment } from "../deployment.ts";

/** Runs `send` when the rate limit allows it, and returns its result. */
export type RateLimiter = Limiter;

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
