import { type CallOptions, callContext, type ServerContext } from "../../server/context.ts";
import type { CallContext } from "../../timesheet/call-context.ts";
import { deleteIfStill } from "../../timesheet/delete-worklog.ts";
import { digestOfDeletions } from "../../timesheet/editing/plan-deletions.ts";
import { isRefusal, NotFoundError, TimesheetError } from "../../timesheet/errors.ts";
import type { FullWorklog, Timesheet } from "../../timesheet/port.ts";
import { type Absence, absenceOf, type BatchWorklog, isWorklog } from "../../timesheet/undo/read-batch.ts";

export type Deletion = "deleted" | "changed" | Absence | TimesheetError;

/** Each delete is a call of its own: other processes may post meanwhile. Ends at an error that the next one would meet too. */
export async function deleteBatch(
  worklogs: readonly BatchWorklog[],
  server: ServerContext,
  timesheet: Timesheet,
  options: CallOptions,
  report: (worklog: BatchWorklog, deletion: Deletion) => void,
): Promise<void> {
  for (const worklog of worklogs) {
    const deletion = await deleteOne(worklog, callContext(server, timesheet, options));
    report(worklog, deletion);
    if (deletion instanceof TimesheetError && !isRefusal(deletion)) return;
  }
}

async function deleteOne(worklog: BatchWorklog, context: CallContext): Promise<Deletion> {
  const { id, now, sentAt } = worklog;
  if (now === "gone") return rememberGone(worklog, context);
  if (!isWorklog(now)) return now;
  try {
    return (await deleteIfStill((found) => isAlike(found, now), id, context)) ? "deleted" : "changed";
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    if (!(error instanceof NotFoundError)) return error;
    return absenceOf(sentAt, context) === "gone" ? rememberGone(worklog, context) : "unfound";
  }
}

function isAlike(found: FullWorklog, shown: FullWorklog): boolean {
  return digestOfDeletions([found]) === digestOfDeletions([shown]);
}

/** Remembers it of the worklog that was read: once Tempo is restored, another call may have stored one under its id meanwhile. */
async function rememberGone({ id, entry }: BatchWorklog, context: CallContext): Promise<Deletion> {
  const owner = await context.timesheet.getOwner(context);
  await context.writers.run(owner, context, async ({ journal }) => {
    if (journal.entryOfId(id)?.entry === entry) journal.deleted([id]);
  });
  return "gone";
}
