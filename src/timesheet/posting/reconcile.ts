import type { NewWorklog } from "../port.ts";
import {
  LATEST_COMMIT_MS,
  MIN_TIME_TO_RESEND_MS,
  POLL_DELAYS_MS,
  POLL_RETRY_DELAY_MS,
  TIME_TO_DELETE_DUPLICATE_MS,
} from "../timeline.ts";
import { ambiguousMatch } from "./errors.ts";
import { type PostingRun, readUnclaimed, type Unclaimed, waitToRead } from "./run.ts";

/**
 * Reads several times, since a request whose response was lost may still take effect.
 *
 * @returns what was not found and can be sent again; nothing if there was no time or no way to read
 */
export async function reconcile(run: PostingRun): Promise<NewWorklog[]> {
  const { context, batch, notAgain } = run;
  if (batch.uncertain().length === 0) return [];
  for (const delay of POLL_DELAYS_MS) {
    if (!(await waitToRead(run, delay))) return [];
    const read = await readUnclaimed(run, batch.uncertain());
    if (read) batch.adopt(read.found);
    if (batch.uncertain().length === 0) return [];
  }
  const untilNoneIsLate = batch.lastUnknownAt + LATEST_COMMIT_MS - context.clock.now();
  const read = await pollAfter(run, Math.max(0, untilNoneIsLate), batch.uncertain());
  if (!read) return [];
  const { ambiguous } = batch.adopt(read.found);
  for (const [worklog, candidates] of ambiguous)
    batch.explainUnknown(worklog, ambiguousMatch(worklog, candidates));
  const missing = batch.uncertain().filter((worklog) => !ambiguous.has(worklog) && !notAgain.has(worklog));
  return missing.slice(0, resendLimit(run));
}

/** The number of worklogs that can be sent again: no more than could be deleted in time, should all be stored twice. */
function resendLimit({ context, batch }: PostingRun): number {
  const timeLeft = context.deadline - context.clock.now() - MIN_TIME_TO_RESEND_MS;
  return Math.max(0, Math.floor(timeLeft / TIME_TO_DELETE_DUPLICATE_MS) - batch.resent.length);
}

/** Retries while Tempo does not answer, or its list is behind, and the call has time; undefined if that never changed. */
export async function pollAfter(
  run: PostingRun,
  delay: number,
  worklogs: readonly NewWorklog[],
): Promise<Unclaimed | undefined> {
  for (let next = delay; await waitToRead(run, next); next = POLL_RETRY_DELAY_MS) {
    const read = await readUnclaimed(run, worklogs);
    if (read && !read.isBehind) return read;
    if (read) run.batch.adopt(read.found);
  }
  return undefined;
}
