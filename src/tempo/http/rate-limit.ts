import pLimit from "p-limit";
import pThrottle from "p-throttle";
import type { Deployment } from "../deployment.ts";
import type { RateLimiter } from "./client.ts";

/** What Tempo Cloud's gateway allows: five requests a second, three at a time. */
const REQUESTS_AT_A_TIME = 3;

/** A second, and a little more: what leaves here evenly does not arrive so. */
const INTERVAL_MS = 1100;
const REQUESTS_PER_INTERVAL = 5;

/** How many requests a Data Center is sent at a time. */
const DATA_CENTER_REQUESTS_AT_A_TIME = 4;

/** The pace of a deployment, which all calls share. */
export function createRateLimiter(kind: Deployment["kind"]): RateLimiter {
  return kind === "cloud" ? cloudPace() : pLimit(DATA_CENTER_REQUESTS_AT_A_TIME);
}

/** A pace that keeps to Tempo Cloud's limits. */
function cloudPace(): RateLimiter {
  const limit = pLimit(REQUESTS_AT_A_TIME);
  const turn = pThrottle({ limit: REQUESTS_PER_INTERVAL, interval: INTERVAL_MS, strict: true })(() => {});
  return (send) =>
    limit(async () => {
      await turn();
      return send();
    });
}
