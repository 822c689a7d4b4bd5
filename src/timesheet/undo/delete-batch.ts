import type { CallContext } from "../call-context.ts";
import { deleteIfStill } from "../editing/delete-worklogs.ts";
import { digestOfDeletions } from "../editing/plan-deletions.ts";
import { isRefusal, NotFoundError, TimesheetError } from "../errors.ts";
import type { FullWorklog } from "../port.ts";
import { type Absence, absenceOf, type BatchWorklog, isWorklog } from "./read-batch.ts";

export type Deletion = "deleted" | "changed" | Absence | TimesheetError;

/**
 * Deletes worklogs as they were shown; ends at an error that the next one would meet too.
 *
 * @param newContext of a call: each delete is one of its own, since other processes may post meanwhile
 */
export async function deleteBatch(
  worklogs: readonly BatchWorklog[],
  newContext: () => CallContext,
  report: (worklog: BatchWorklog, deletion: Deletion) => void,
): Promise<void> {
  for (const worklog of worklogs) {
    const deletion = await deleteOne(worklog, newContext());
    report(worklog, deletion);
    if (deletion instanceof TimesheetError && !isRefusal(deletion)) return;
  }
}

async function deleteOne(worklog: BatchWorklog, context: CallContext): Promise<Deletion> {
  const { id, now, storedAt } = worklog;
  if (now === "gone") return rememberGone(worklog, context);
  if (!isWorklog(now)) return now;
  try {
    return (await deleteIfStill((found) => isAlike(found, now), id, context)) ? "deleted" : "changed";
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    if (!(error instanceof NotFoundError)) return error;
    return absenceOf(storedAt, context) === "gone" ? rememberGone(worklog, context) : "unfound";
  }
}

function isAlike(found: FullWorklog, shown: FullWorklog): boolean {
  return digestOfDeletions([found]) === digestOfDeletions([shown]);
}

/** Remembers it of the worklog that was read: once Tempo is restored, another call may have stored one under its id meanwhile. */
async function rememberGone({ id, storedAt }: BatchWorklog, context: CallContext): Promise<Deletion> {
  const owner = await context.timesheet.getOwner(context);
  await context.writers.run(owner, context, async ({ ledger }) => {
    if ((ledger.row(id)?.at ?? 0) <= storedAt) ledger.gone([id]);
  });
  return "gone";
}
