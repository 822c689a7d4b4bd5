import { explainingLocks, refuseLocked } from "./approvals/locks.ts";
import type { CallContext } from "./call-context.ts";
import { deleteWithRetry } from "./delete-with-retry.ts";
import type { FoundWorklog } from "./port.ts";
import { isMoveOf, learnMoves } from "./posting/settle-moves.ts";
import { anotherUsers, worklogNotFound } from "./worklog-errors.ts";

/** @throws NotFoundError if there is none, ForbiddenError if it is another user's, RejectedError, OutcomeUnknownError */
export async function deleteOwnWorklog(worklogId: string, context: CallContext): Promise<string> {
  const found = await findOwn(worklogId, context);
  const owner = await context.timesheet.getOwner(context);
  await context.writers.run(owner, context, async (writer) => {
    await learnMoves(isMoveOf([found.id]), context, writer);
    const dates = found.date === undefined ? [] : [found.date];
    await refuseLocked(dates, context);
    await explainingLocks(dates, context, () => deleteWithRetry(found, context, writer));
  });
  return found.id;
}

async function findOwn(id: string, context: CallContext): Promise<FoundWorklog> {
  const worklog = await context.timesheet.findWorklog(id, context);
  if (!worklog) throw worklogNotFound(id, "deleted");
  if (!worklog.isOwn) throw anotherUsers(id, "deleted");
  return worklog;
}
