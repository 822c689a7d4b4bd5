import type { CallContext } from "../call-context.ts";
import { MAX_SEND_ROUNDS, SENDING_SHARE } from "../timeline.ts";
import { BatchState, type Row, type RowOutcome, toConfirmed } from "./batch-state.ts";
import { findDuplicates } from "./duplicates.ts";
import { deleteLateDuplicates } from "./late-duplicates.ts";
import { reconcile } from "./reconcile.ts";
import { type PostingRun, rangeOf } from "./run.ts";
import { obstacle, send } from "./send.ts";

/**
 * Stores worklogs, each once. One row's failure never affects another.
 *
 * The existing worklogs are read first, and a worklog equal to one of them is not sent. After a request of unknown outcome,
 * the worklogs that appeared since show what was stored; only the others are sent again. What cannot be settled is reported
 * as unknown, never as stored.
 *
 * @param rows what to store, and rows that cannot be sent with the reason
 * @returns the outcome of each row, in their order
 * @throws a `TimesheetError` if the existing worklogs cannot be read: nothing was sent then
 */
export async function postWorklogs(rows: readonly Row[], context: CallContext): Promise<RowOutcome[]> {
  const batch = new BatchState(rows, context);
  if (batch.worklogs.length > 0) await context.lock(() => post(batch, context));
  return batch.finish();
}

async function post(batch: BatchState, context: CallContext): Promise<void> {
  const existing = await context.timesheet.getExistingWorklogs(rangeOf(batch.worklogs), context);
  batch.claimExisting(existing);
  if (context.duplicates === "skip") {
    const duplicates = findDuplicates(batch.worklogs, existing);
    batch.settle(
      [...duplicates].map(([worklog, found]) => [
        worklog,
        { stored: toConfirmed(found), alreadyLogged: true },
      ]),
    );
  }
  const now = context.clock.now();
  const sendUntil = now + (context.deadline - now) * SENDING_SHARE;
  const run: PostingRun = { context, batch, sendUntil, stopReason: undefined, cannotRead: false };
  let pending = batch.unsettled();
  for (let round = 0; pending.length > 0 && round < MAX_SEND_ROUNDS; round += 1) {
    if (round > 0 && obstacle(run)) break;
    await send(run, pending);
    pending = batch.uncertain().length > 0 ? await reconcile(run) : [];
  }
  if (batch.resent.length > 0) await deleteLateDuplicates(run);
}
