import type { Clock } from "../clock.ts";
import { RATE_INTERVAL_MS, type Rate } from "./rate.ts";
import { rateOf } from "./site-rate.ts";
import { SlidingWindow } from "./sliding-window.ts";

interface LocalRateOptions {
  clock: Clock;
  requestsPerSecond: number;
}

/** The rate of the only process that sends requests to its sites. */
export function createLocalRate({ clock, requestsPerSecond }: LocalRateOptions): Rate {
  return rateOf(clock, () => {
    const window = new SlidingWindow(requestsPerSecond, RATE_INTERVAL_MS, clock);
    return {
      reserve: async () => window.reserve(),
      pause: (milliseconds) => window.pause(milliseconds),
    };
  });
}
