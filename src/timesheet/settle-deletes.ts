import pLimit from "p-limit";
import type { CallContext } from "./call-context.ts";
import { ForbiddenError } from "./errors.ts";
import type { OpenDelete } from "./journal/deletions.ts";
import { cancelledBeforeSending, earlierDelete, leaseLost } from "./not-sent.ts";
import type { Writer } from "./writers.ts";

/**
 * Waits until deletes without an outcome have taken effect or never will, and reads by id which it is: until then, their worklogs are
 * no proof that an entry is stored.
 *
 * @param concerns whether the call needs the outcome of a delete
 * @throws NotSentError if the wait is longer than the call's time, CancelledError; TimesheetError if a worklog cannot be read
 */
export async function settleDeletes(
  concerns: (open: OpenDelete) => boolean,
  context: CallContext,
  { journal, mayWrite }: Writer,
): Promise<void> {
  const { clock, deadline, signal, timesheet } = context;
  const open = journal.deletions.open().filter(concerns);
  if (open.length === 0) return;
  const wait = Math.max(...open.map((it) => it.mayTakeEffectUntil)) - clock.wallClock();
  if (wait > 0) {
    if (clock.now() + wait >= deadline) throw earlierDelete(open.map(({ id }) => id));
    await clock.sleep(wait, signal);
    if (signal.aborted) throw cancelledBeforeSending();
    if (!mayWrite()) throw leaseLost();
  }
  await pLimit(timesheet.createLimits.concurrency).map(open, async ({ id }) => {
    const found = await foundOrHidden(id, context);
    if (found === "hidden") return;
    if (found) journal.notDeleted(id);
    else journal.deleted([id]);
  });
}

/** A worklog to which its user has no access any more stays undecided; the row whose result it is says so. */
async function foundOrHidden(id: string, { timesheet, ...scope }: CallContext) {
  try {
    return await timesheet.findWorklog(id, scope);
  } catch (error) {
    if (error instanceof ForbiddenError) return "hidden";
    throw error;
  }
}
