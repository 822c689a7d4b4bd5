import { UnavailableError } from "../errors.ts";
import type { NewWorklog } from "../port.ts";
import { MAX_BUSY_SENDS, REJECTION_CHECK_DELAYS_MS } from "../timeline.ts";
import { ambiguousMatch, unknownAfterRejection } from "./errors.ts";
import { type PostingRun, readUnclaimed, waitToRead } from "./run.ts";

/**
 * Reads whether anything of what upstream rejected is stored all the same. What is not stored fails with upstream's reason, or
 * becomes ready to be sent again: alone, if its group was rejected; later, if Tempo was busy.
 */
export async function verifyRejections(run: PostingRun): Promise<void> {
  const { batch } = run;
  if (batch.rejected().length === 0) return;
  const { before, beforeSendingAgain } = REJECTION_CHECK_DELAYS_MS;
  await readRejected(run, before);
  for (const worklog of batch.rejected()) {
    const rejection = batch.rejectionOf(worklog);
    if (rejection && !canBeSentAgain(run, worklog)) batch.fail([worklog], rejection);
  }
  // Only a request that upstream has looked at can be stored: a rate limit is the gateway's.
  const wasLookedAt = batch.rejected().some((worklog) => batch.rejectionOf(worklog)?.httpStatus !== 429);
  if (wasLookedAt) await readRejected(run, beforeSendingAgain - before);
  batch.markReady(batch.rejected());
}

/** Settles what is stored. If the worklogs cannot be read, what was rejected is unknown. */
async function readRejected(run: PostingRun, delay: number): Promise<void> {
  const { batch } = run;
  const isTime = await waitToRead(run, delay);
  const read = isTime ? await readUnclaimed(run, [...batch.rejected(), ...batch.uncertain()]) : undefined;
  if (!read) {
    for (const worklog of batch.rejected()) {
      const rejection = batch.rejectionOf(worklog);
      if (rejection) batch.markUnknown([worklog], unknownAfterRejection(rejection));
    }
    return;
  }
  const { ambiguous } = batch.adopt(read.found);
  for (const worklog of batch.rejected()) {
    const candidates = ambiguous.get(worklog);
    const rejection = batch.rejectionOf(worklog);
    if (candidates) batch.markUnknown([worklog], ambiguousMatch(worklog, candidates));
    else if (read.isBehind && rejection) batch.markUnknown([worklog], unknownAfterRejection(rejection));
  }
}

function canBeSentAgain(run: PostingRun, worklog: NewWorklog): boolean {
  const { batch, alone, busySends, busyUntil, sendUntil } = run;
  if (batch.rejectionOf(worklog) instanceof UnavailableError)
    return busyUntil < sendUntil && (busySends.get(worklog) ?? 0) < MAX_BUSY_SENDS;
  return alone.has(worklog);
}
