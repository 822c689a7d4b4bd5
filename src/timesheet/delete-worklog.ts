import type { CallContext } from "./call-context.ts";
import { ForbiddenError, NotFoundError, OutcomeUnknownError } from "./errors.ts";
import { DELETE_RETRY_DELAYS_MS } from "./timeline.ts";

/**
 * Deletes a worklog of the token's owner. It is read first: another user's worklog is left alone.
 *
 * @returns the id
 * @throws NotFoundError if there is none, ForbiddenError if it is another user's, OutcomeUnknownError
 */
export async function deleteOwnWorklog(worklogId: string, context: CallContext): Promise<string> {
  const worklog = await context.timesheet.findWorklog(worklogId, context);
  if (!worklog) {
    throw new NotFoundError(
      `Worklog ${worklogId} was not found, or you have no access to it. Nothing was deleted. ` +
        "Check the id in the list of your worklogs.",
    );
  }
  if (!worklog.isOwn) {
    throw new ForbiddenError(
      `Worklog ${worklogId} belongs to another user, so it was not deleted. Only your own worklogs can be deleted; ` +
        "check the id in the list of your worklogs.",
    );
  }
  await deleteWithRetry(worklog.id, context);
  return worklog.id;
}

/**
 * Deletes a worklog and retries while the outcome is unknown. "Not found" on a retry means that an earlier request took
 * effect. Once the outcome is unknown, no later rejection makes it known.
 */
export async function deleteWithRetry(id: string, context: CallContext): Promise<void> {
  const { timesheet, clock, signal, deadline, changes } = context;
  let unknown: OutcomeUnknownError | undefined;
  for (const delay of [...DELETE_RETRY_DELAYS_MS, undefined]) {
    try {
      await timesheet.deleteWorklog(id, context);
      break;
    } catch (error) {
      if (error instanceof NotFoundError && unknown) break;
      if (!(error instanceof OutcomeUnknownError)) throw unknown ?? error;
      unknown = error;
      changes.possiblyDeleted.add(id);
    }
    if (delay === undefined || signal.aborted || clock.now() + delay >= deadline) throw unknown;
    await clock.sleep(delay, signal);
  }
  changes.possiblyDeleted.delete(id);
  changes.deleted.push(id);
}
