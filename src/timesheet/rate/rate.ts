import type { Limiter } from "../when-allowed.ts";

/** The most requests that a site takes at a time from one process. */
export const SITE_CONCURRENCY = 3;

/** A second and a little more: requests that leave evenly spaced do not arrive so. */
export const RATE_INTERVAL_MS = 1100;

/** A request that leaves later than this after its turn may be too close to later ones, so it takes another turn. */
export const LATE_MS = 50;

/** The moment at which a request may leave, as far as it is known: both are times of the clock's `now`. */
export interface Slot {
  earliest: number;
  latest: number;
}

/** The rate at which requests leave for each site, which all users share. */
export interface Rate {
  /** One request of each user in turn. */
  limiterFor(site: string, user: string): Limiter;
  /** Sends the site no request for this time, after it has refused one as too many. */
  pause(site: string, milliseconds: number): void;
}
