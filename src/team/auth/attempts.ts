import pLimit, { type LimitFunction } from "p-limit";
import type { Clock } from "../../timesheet/clock.ts";
import { CancelledError, ForbiddenError, UnauthorizedError } from "../../timesheet/errors.ts";

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

/** The same credentials were refused less than a minute ago, or too many of their source were; nothing was asked. */
export class RecentlyRefusedError extends UnauthorizedError {}

/** Fewer than the failures that block a source, so that a team whose members all begin at once only waits. */
const AT_A_TIME = 10;

/** Any other error says nothing of the credentials. A client that hangs up before the answer has tried them all the same. */
const COUNTED = [UnauthorizedError, ForbiddenError, CancelledError];

/** Runs a request with unverified credentials, or throws instead. */
export type Attempt = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** A caller at an address, whose refused credentials are counted together. */
export interface Source {
  attempt: Attempt;
  /** Counts credentials that were refused after they had worked. */
  recordRefusal(): void;
}

/** Counts pending attempts as failures, so that concurrent guesses cannot exceed the limit. */
export function createSources(limit: AttemptLimit): (key: string) => Source {
  const limiters = new Map<string, LimitFunction>();

  async function attempt<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
    const wait = limit.isBlocked(key);
    if (wait !== undefined) throw new RecentlyRefusedError(tooManyRefused(wait).message, 429);
    const undo = limit.record(key);
    try {
      const result = await run();
      undo();
      return result;
    } catch (error) {
      if (!COUNTED.some((kind) => error instanceof kind)) undo();
      throw error;
    }
  }

  return (key) => ({
    async attempt(run) {
      const limiter = limiters.get(key) ?? pLimit(AT_A_TIME);
      limiters.set(key, limiter);
      try {
        return await limiter(() => attempt(key, run));
      } finally {
        if (limiter.activeCount + limiter.pendingCount === 0) limiters.delete(key);
      }
    },
    recordRefusal() {
      limit.record(key);
    },
  });
}
