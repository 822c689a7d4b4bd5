import { lockedPeriod } from "../approvals/errors.ts";
import { findLocks, lockExplainer, mayBeLock } from "../approvals/locks.ts";
import type { CallContext } from "../call-context.ts";
import type { Batch } from "./batch.ts";
import { isWorklog, type Row, type RowOutcome } from "./outcome.ts";

/** Fails each worklog that is still to be sent and whose period is known not to be open. */
export async function refuseLockedDates(batch: Batch, context: CallContext): Promise<void> {
  const ready = batch.left();
  const lockOf = await findLocks(
    ready.map(({ date }) => date),
    context,
  );
  for (const worklog of ready) {
    const lock = lockOf(worklog.date);
    if (lock) batch.fail(worklog, lockedPeriod(lock));
  }
}

/** The outcomes, with refusals explained by the period of their date. */
export async function explainRefusals(
  rows: readonly Row[],
  outcomes: readonly RowOutcome[],
  context: CallContext,
): Promise<RowOutcome[]> {
  const dateOf = (index: number) => {
    const [row, outcome] = [rows[index], outcomes[index]];
    const isRefused = outcome && "failure" in outcome && mayBeLock(outcome.failure);
    return isRefused && row && isWorklog(row) ? [row.date] : [];
  };
  const dates = outcomes.flatMap((_, index) => dateOf(index));
  if (dates.length === 0) return [...outcomes];
  const explain = await lockExplainer(dates, context);
  return outcomes.map((outcome, index) =>
    "failure" in outcome ? { ...outcome, failure: explain(outcome.failure, dateOf(index)) } : outcome,
  );
}
