import pLimit, { type LimitFunction } from "p-limit";
import { CancelledError, ForbiddenError, UnauthorizedError } from "../../timesheet/errors.ts";
import { type AttemptLimit, tooManyRefused } from "./attempt-limit.ts";

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
