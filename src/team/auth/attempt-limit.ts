import type { Clock } from "../../timesheet/clock.ts";

/** Counts failed credentials by key: an address, or the caller who was authenticated there. */
export interface AttemptLimit {
  /** The seconds until the key is heard again; undefined if it is heard now. */
  isBlocked(key: string): number | undefined;
  /** Returns the function that undoes it: many attempts at once count before any of them is known to fail. */
  record(key: string): () => void;
}

interface AttemptLimitOptions {
  clock: Pick<Clock, "now">;
  /** Failures within a minute of the first that a key may have. */
  perMinute?: number;
  /** The most keys that are kept; the older half is dropped at once, so that clients cannot fill the memory. */
  maxKeys?: number;
}

const MINUTE_MS = 60_000;

/** A key is blocked until the minute is over that began with its first failure. */
export function createAttemptLimit({
  clock,
  perMinute = 20,
  maxKeys = 10_000,
}: AttemptLimitOptions): AttemptLimit {
  // Two halves by age, and the older one is dropped as a whole: to find the oldest key of a Map takes long after many deletions.
  let newer = new Map<string, Count>();
  let older = new Map<string, Count>();

  function current(key: string): Count | undefined {
    const count = newer.get(key) ?? older.get(key);
    return count && clock.now() < count.endsAt ? count : undefined;
  }

  return {
    isBlocked(key) {
      const count = current(key);
      if (!count || count.failures < perMinute) return undefined;
      return Math.ceil((count.endsAt - clock.now()) / 1000);
    },
    record(key) {
      const known = current(key);
      const count = known ?? { endsAt: clock.now() + MINUTE_MS, failures: 0 };
      count.failures += 1;
      if (!known) {
        if (newer.size >= maxKeys / 2) {
          older = newer;
          newer = new Map();
        }
        newer.set(key, count);
      }
      return () => {
        count.failures -= 1;
      };
    },
  };
}

interface Count {
  endsAt: number;
  failures: number;
}

/** The response to a blocked key. */
export function tooManyRefused(seconds: number) {
  return {
    status: 429,
    message: `Too many credentials from your address were refused. Try again in ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  };
}
