import { explainingLocks, refuseLocked } from "./approvals/locks.ts";
import type { CallContext } from "./call-context.ts";
import { deleteWithRetry } from "./delete-with-retry.ts";
import type { FoundWorklog, FullWorklog } from "./port.ts";
import { isMoveOf, learnMoves } from "./posting/settle-moves.ts";
import { requireOwn } from "./worklog-errors.ts";
import type { Writer } from "./writers.ts";

/** @throws NotFoundError if there is none, ForbiddenError if it is another user's, RejectedError, OutcomeUnknownError */
export async function deleteOwnWorklog(worklogId: string, context: CallContext): Promise<string> {
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const found = requireOwn(await context.timesheet.findWorklog(worklogId, context), worklogId, "deleted");
    await learnMoves(isMoveOf([found.id]), context, writer);
    await deleteFound(found, context, writer);
    return found.id;
  });
}

/**
 * Deletes an own worklog if it still is the wanted one once nothing else writes for the user.
 *
 * @returns false if it is not, and was not deleted
 * @throws as `deleteOwnWorklog` does
 */
export async function deleteIfStill(
  isWanted: (now: FullWorklog) => boolean,
  id: string,
  context: CallContext,
): Promise<boolean> {
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    await learnMoves(isMoveOf([id]), context, writer);
    const { worklog } = requireOwn(await context.timesheet.readWorklog(id, context), id, "deleted");
    if (!isWanted(worklog)) return false;
    await deleteFound(worklog, context, writer);
    return true;
  });
}

async function deleteFound(
  worklog: Pick<FoundWorklog, "id" | "date">,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const dates = worklog.date === undefined ? [] : [worklog.date];
  await refuseLocked(dates, context);
  await explainingLocks(dates, context, () => deleteWithRetry(worklog, context, writer));
}
