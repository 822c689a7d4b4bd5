import pRetry from "p-retry";
import type { Clock } from "../../timesheet/clock.ts";
import { NonJsonResponseError, UnavailableError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import type { Effect } from "./service.ts";

/** How often a request is sent again. Tempo asks for three tries after an error of its own. */
const RETRIES: Record<Effect, number> = { read: 4, write: 6 };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

/** What must be left of the call after a wait: a try cut at once would tell less than the one before it. */
const LEAST_ANSWER_MS = 1000;

/** How often what is no JSON is asked for again: a gateway's page passes soon, a login page never. */
const GARBLED_RETRIES = 2;

/**
 * Sends again what was not taken or not answered for now, waiting as long as upstream asks, or longer each time with a
 * random share, so that many clients do not come back at once. Gives up where the wait would leave no time for an answer.
 */
export function withRetries<Result>(
  send: () => Promise<Result>,
  effect: Effect,
  scope: CallScope,
  clock: Clock,
): Promise<Result> {
  return pRetry(send, {
    retries: RETRIES[effect],
    minTimeout: 0,
    maxTimeout: 0,
    // The wait is ours, since upstream may ask for one; it stands here because this is awaited before each retry.
    async shouldRetry({ error, attemptNumber }) {
      const wait = waitAfter(error, attemptNumber, clock);
      if (wait === undefined || scope.signal.aborted) return false;
      if (clock.now() + wait + LEAST_ANSWER_MS >= scope.deadline) return false;
      await clock.sleep(wait, scope.signal);
      return !scope.signal.aborted;
    },
  });
}

/** How long to wait before a request that failed so is sent again; undefined where it is not. */
function waitAfter(error: Error, attempt: number, clock: Clock): number | undefined {
  const backoff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.5 + clock.random() / 2);
  if (error instanceof NonJsonResponseError) return attempt <= GARBLED_RETRIES ? backoff : undefined;
  if (!(error instanceof UnavailableError)) return undefined;
  // Many may wait for the same moment: a little chance spreads them.
  return error.retryAfter === undefined ? backoff : error.retryAfter + clock.random() * 250;
}
