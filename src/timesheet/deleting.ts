import type { Clock } from "./clock.ts";
import { MissingPermission, NotFound, OutcomeUnknown } from "./errors.ts";
import type { CallScope, Timesheet } from "./timesheet.ts";

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
    throw new NotFound(
      `There is no worklog ${worklogId} in Tempo, or you may not see it. Nothing was deleted. ` +
        "get_worklogs lists your worklogs with their ids.",
    );
  }
  if (!worklog.isOwn) {
    throw new MissingPermission(
      `Worklog ${worklogId} belongs to another user, so it was not deleted. Only your own worklogs can be deleted; ` +
        "get_worklogs lists them with their ids.",
    );
  }
  for (let attempt = 0; ; attempt += 1) {
    try {
      await timesheet.deleteWorklog(worklog.id, scope);
      return worklog.id;
    } catch (error) {
      // Gone on a second try: the first one took effect, and its answer was lost.
      if (error instanceof NotFound && attempt > 0) return worklog.id;
      const wait = RETRY_WAITS_MS[attempt];
      const isOver = wait === undefined || scope.signal.aborted || clock.now() + wait >= scope.deadline;
      if (!(error instanceof OutcomeUnknown) || isOver) throw error;
      await clock.sleep(wait, scope.signal);
    }
  }
}
