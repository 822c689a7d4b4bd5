import pLimit, { type LimitFunction } from "p-limit";
import { CancelledError, ForbiddenError, UnauthorizedError } from "../../timesheet/errors.ts";
import { tooManyRefused } from "../http/responses.ts";
import type { FailureLimit } from "./attempt-limit.ts";

/** The same credentials were refused less than a minute ago, or too many of their source were; nothing was asked. */
export class RecentlyRefusedError extends UnauthorizedError {}

/** Fewer than the failures that block a source, so that a team whose members all begin at once only waits. */
const AT_A_TIME = 10;

/** Any other error says nothing of the credentials. A caller who hangs up before the answer has tried them all the same. */
const COUNTED = [UnauthorizedError, ForbiddenError, CancelledError];

/** Runs something with credentials of which it is not known whether they are good, or throws instead. */
export type Attempt = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** The attempts of each source. */
export type Attempts = <Result>(source: string, run: () => Promise<Result>) => Promise<Result>;

/** Each attempt counts as a failure of its source until it ends, so that many at once are not more than one after the other. */
export function createAttempts(failures: FailureLimit): Attempts {
  const limiters = new Map<string, LimitFunction>();

  async function attempt<Result>(source: string, run: () => Promise<Result>): Promise<Result> {
    const wait = failures.isBlocked(source);
    if (wait !== undefined) throw new RecentlyRefusedError(tooManyRefused(wait).message, 429);
    const undo = failures.record(source);
    try {
      const result = await run();
      undo();
      return result;
    } catch (error) {
      if (!COUNTED.some((kind) => error instanceof kind)) undo();
      throw error;
    }
  }

  return async (source, run) => {
    const limiter = limiters.get(source) ?? pLimit(AT_A_TIME);
    limiters.set(source, limiter);
    try {
      return await limiter(() => attempt(source, run));
    } finally {
      if (limiter.activeCount + limiter.pendingCount === 0) limiters.delete(source);
    }
  };
}
