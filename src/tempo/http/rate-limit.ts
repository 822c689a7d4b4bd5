import pLimit from "p-limit";
import type { Clock } from "../../timesheet/clock.ts";
import { RateLimitedError } from "../../timesheet/errors.ts";
import { createLocalRate, type Limiter, SITE_CONCURRENCY } from "../../timesheet/rate.ts";
import type { Deployment } from "../deployment.ts";
import type { Service } from "./service.ts";

export type RateLimiter = Limiter;

/** Tempo Cloud's gateway allows five requests a second, three of them at a time. */
export const CLOUD_CONCURRENCY = SITE_CONCURRENCY;
const CLOUD_REQUESTS_PER_SECOND = 5;

export const DATA_CENTER_CONCURRENCY = 4;

/** The limit for all users of one process together. */
const DATA_CENTER_CONCURRENCY_OF_ALL = 32;

/** The rate limiter of a deployment, which all of its calls must share. */
export function createRateLimiter(kind: Deployment["kind"], clock: Clock): RateLimiter {
  if (kind === "datacenter") return pLimit(DATA_CENTER_CONCURRENCY);
  return createLocalRate({ clock, requestsPerSecond: CLOUD_REQUESTS_PER_SECOND }).limiterFor("", "");
}

/** Rate limiters for many users: Jira Data Center limits each user separately, and all concurrent requests are bounded as well. */
export function createDataCenterRateLimiters(): () => RateLimiter {
  const ofAll = pLimit(DATA_CENTER_CONCURRENCY_OF_ALL);
  return () => {
    const ofUser = pLimit(DATA_CENTER_CONCURRENCY);
    return (send) => ofUser(() => ofAll(send));
  };
}

/** @param wait in milliseconds */
export function rateLimited({ name }: Service, wait: number): RateLimitedError {
  return new RateLimitedError(
    `Not sent: ${name} is rate-limiting requests (HTTP 429). ${tryAgain(wait)}`,
    429,
    wait,
  );
}

/** A header may ask for any number of seconds; a text names this many days at most. */
const MAX_DAYS = 365;

const UNITS = [
  { unit: "minute", seconds: 60, longest: 90 * 60 },
  { unit: "hour", seconds: 3600, longest: 48 * 3600 },
  { unit: "day", seconds: 86_400, longest: MAX_DAYS * 86_400 },
];

/** @param wait in milliseconds, if upstream asks for one */
export function tryAgain(wait = 0): string {
  const seconds = Math.min(wait / 1000, MAX_DAYS * 86_400);
  const found = UNITS.find(({ longest }) => seconds <= longest);
  if (!found || seconds <= 60) return "Try again in a minute.";
  return `Try again in about ${Math.ceil(seconds / found.seconds)} ${found.unit}s.`;
}
