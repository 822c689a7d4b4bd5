import pLimit from "p-limit";
import pThrottle from "p-throttle";
import type { Pace } from "./upstream.ts";

/** What Tempo Cloud's gateway allows: five requests a second, three at a time. */
const REQUESTS_PER_SECOND = 5;
const REQUESTS_AT_A_TIME = 3;

/** A pace that keeps to Tempo Cloud's limits, however many calls share it. */
export function cloudPace(): Pace {
  const limit = pLimit(REQUESTS_AT_A_TIME);
  const turn = pThrottle({ limit: REQUESTS_PER_SECOND, interval: 1000, strict: true })(() => {});
  return (send) =>
    limit(async () => {
      await turn();
      return send();
    });
}
