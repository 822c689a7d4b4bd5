import type { Clock } from "../../timesheet/clock.ts";
import { NonJsonResponseError, UnavailableError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { retry } from "../../timesheet/retry.ts";
import {
  FIRST_RETRY_DELAY_MS,
  MAX_NON_JSON_RETRIES,
  MAX_RETRIES,
  MAX_RETRY_DELAY_MS,
  MIN_TIME_FOR_RETRY_MS,
  RETRY_JITTER_MS,
} from "../../timesheet/timeline.ts";
import type { Effect } from "./service.ts";

/** Waits as long as upstream asks, or with exponential backoff and jitter. */
export function withRetries<Result>(
  send: () => Promise<Result>,
  { effect, mayRetry, maxRetries }: { effect: Effect; mayRetry(error: unknown): boolean; maxRetries: number },
  scope: CallScope,
  clock: Clock,
): Promise<Result> {
  const delayAfter = (error: unknown, attempt: number) =>
    attempt > Math.min(MAX_RETRIES[effect], maxRetries) || !mayRetry(error)
      ? undefined
      : retryDelay(error, attempt, clock.random());
  return retry({ clock, scope, delayAfter, minTimeLeft: MIN_TIME_FOR_RETRY_MS }, send);
}

function retryDelay(error: unknown, attempt: number, random: number): number | undefined {
  const backoff =
    Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);
  if (error instanceof NonJsonResponseError) return attempt <= MAX_NON_JSON_RETRIES ? backoff : undefined;
  if (!(error instanceof UnavailableError)) return undefined;
  return error.retryAfter === undefined ? backoff : error.retryAfter + random * RETRY_JITTER_MS;
}
