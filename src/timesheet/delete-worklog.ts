import type { Clock } from "./clock.ts";
import { ForbiddenError, NotFoundError, OutcomeUnknownError } from "./errors.ts";
import type { CallScope, Timesheet } from "./port.ts";

/** Waits before a delete of unknown outcome is sent again, which is safe: a worklog is deleted once. */
const RETRY_WAITS_MS = [1000, 2000, 4000];

/**
 * Deletes a worklog of the worker and answers its id. It is read first: somebody else's is left alone, and none is an
 * error.
 */
export async function deleteOwnWorklog(
  timesheet: Timesheet,
  worklogId: string,
  scope: CallScope,
  clock: Clock,
): Promise<string> {
  const worklog = await timesheet.findWorklog(worklogId, scope);
  if (!worklog) {
    throw new NotFoundError(
      `There is no worklog ${worklogId} in Tempo, or you may not see it. Nothing was deleted. ` +
        "get_worklogs lists your worklogs with their ids.",
    );
  }
  if (!worklog.isOwn) {
    throw new ForbiddenError(
      `Worklog ${worklogId} belongs to another user, so it was not deleted. Only your own worklogs can be deleted; ` +
        "get_worklogs lists them with their ids.",
    );
  }
  await deleteWithRetry(timesheet, worklog.id, scope, clock);
  return worklog.id;
}

/**
 * Deletes a worklog, and sends it again after an outcome in doubt: gone on a second try means that the first one took
 * effect, and its answer was lost. Once there was a doubt, no later refusal takes it away.
 */
export async function deleteWithRetry(
  timesheet: Timesheet,
  id: string,
  scope: CallScope,
  clock: Clock,
): Promise<void> {
  let doubt: OutcomeUnknownError | undefined;
  for (const wait of [...RETRY_WAITS_MS, undefined]) {
    try {
      await timesheet.deleteWorklog(id, scope);
      return;
    } catch (error) {
      if (error instanceof NotFoundError && doubt) return;
      if (!(error instanceof OutcomeUnknownError)) throw doubt ?? error;
      doubt = error;
    }
    if (wait === undefined || scope.signal.aborted || clock.now() + wait >= scope.deadline) throw doubt;
    await clock.sleep(wait, scope.signal);
  }
}
