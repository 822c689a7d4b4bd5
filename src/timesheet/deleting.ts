import { MissingPermission, NotFound } from "./errors.ts";
import type { Timesheet } from "./timesheet.ts";

/**
 * Deletes a worklog of the worker and answers its id. It is read first: somebody else's is left alone, and none is an
 * error.
 */
export async function deleteOwnWorklog(
  timesheet: Timesheet,
  worklogId: string,
  signal: AbortSignal,
): Promise<string> {
  const worklog = await timesheet.findWorklog(worklogId, signal);
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
  await timesheet.deleteWorklog(worklog.id);
  return worklog.id;
}
