import { explainingLocks, refuseLocked } from "./approvals/locks.ts";
import type { CallContext } from "./call-context.ts";
import { deleteWithRetry } from "./delete-with-retry.ts";
import type { FoundWorklog } from "./port.ts";
import { isMoveOf, settleMoves } from "./posting/settle-moves.ts";
import { anotherUsers, worklogNotFound } from "./worklog-errors.ts";

/** @throws NotFoundError if there is none, ForbiddenError if it is another user's, RejectedError, OutcomeUnknownError */
export async function deleteOwnWorklog(worklogId: string, context: CallContext): Promise<string> {
  const found = await findOwn(worklogId, context);
  const owner = await context.timesheet.getOwner(context);
  await context.writers.run(owner, context, async (writer) => {
    const isMoving = isMoveOf([found.id]);
    const wasMoving = writer.journal.moves.open().some(isMoving);
    await settleMoves(isMoving, context, writer);
    const worklog = wasMoving ? await findOwn(worklogId, context) : found;
    const dates = worklog.date === undefined ? [] : [worklog.date];
    await refuseLocked(dates, context);
    await explainingLocks(dates, context, () => deleteWithRetry(worklog, context, writer));
  });
  return found.id;
}

async function findOwn(id: string, context: CallContext): Promise<FoundWorklog> {
  const worklog = await context.timesheet.findWorklog(id, context);
  if (!worklog) throw worklogNotFound(id, "deleted");
  if (!worklog.isOwn) throw anotherUsers(id, "deleted");
  return worklog;
}
