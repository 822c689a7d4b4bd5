import { type CallOptions, callContext, type ServerContext } from "../../server/context.ts";
import type { CallContext } from "../../timesheet/call-context.ts";
import { deleteOwnWorklog } from "../../timesheet/delete-worklog.ts";
import { ForbiddenError, NotFoundError, RejectedError, TimesheetError } from "../../timesheet/errors.ts";
import type { Timesheet } from "../../timesheet/port.ts";
import { LIST_LAG_MS } from "../../timesheet/timeline.ts";
import type { BatchWorklog } from "./last-batch.ts";

export type Deletion = "deleted" | "gone" | TimesheetError;

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
    const isItsOwn = deletion instanceof RejectedError || deletion instanceof ForbiddenError;
    if (deletion instanceof TimesheetError && !isItsOwn) return;
  }
}

async function deleteOne(worklog: BatchWorklog, context: CallContext): Promise<Deletion> {
  try {
    await deleteOwnWorklog(worklog.id, context);
    return "deleted";
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    if (!(error instanceof NotFoundError)) return error;
    await rememberGone(worklog, context);
    return "gone";
  }
}

/** A worklog that Tempo has only just stored may not be found yet, so its journal keeps it. */
async function rememberGone({ id, sentAt }: BatchWorklog, context: CallContext): Promise<void> {
  if (context.clock.wallClock() - sentAt < LIST_LAG_MS) return;
  const owner = await context.timesheet.getOwner(context);
  await context.writers.run(owner, context, async ({ journal }) => journal.deleted([id]));
}
