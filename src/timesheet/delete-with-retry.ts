import type { CallContext } from "./call-context.ts";
import { NotFoundError, OutcomeUnknownError, TimesheetError } from "./errors.ts";
import { retry } from "./retry.ts";
import { DELETE_RETRY_DELAYS_MS } from "./timeline.ts";
import { unknownAfterRefusal } from "./worklog-errors.ts";
import { recordIntent, type Writer } from "./writers.ts";

/**
 * A "not found" on a retry means that an earlier request took effect. So does any refusal if the worklog does not exist any more: a gateway may
 * send a request twice, and what Tempo refuses it may have carried out. No later rejection makes an unknown outcome known, be it of this call or
 * of an earlier one.
 *
 * @throws TimesheetError; the worklog exists unless it is a NotFoundError or an OutcomeUnknownError
 */
export async function deleteWithRetry(
  { id, date }: { id: string; date?: string },
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const { timesheet, clock, changes } = context;
  const { journal } = writer;
  const wasOpen = journal.deletions.open().some((earlier) => earlier.id === id);
  let isSent = false;
  const beforeWrite = async () => {
    await recordIntent(writer, () => journal.deleting(id, date));
    isSent = true;
  };
  let unknown: OutcomeUnknownError | undefined;
  const delayAfter = (error: unknown, attempt: number) => {
    if (!(error instanceof OutcomeUnknownError)) return undefined;
    unknown = error;
    changes.possiblyMade("deleted", [id]);
    return DELETE_RETRY_DELAYS_MS[attempt - 1];
  };
  try {
    const scope = { ...context, beforeWrite };
    await retry({ clock, scope, delayAfter }, () => timesheet.deleteWorklog(id, scope));
  } catch (error) {
    const isGone = unknown !== undefined && error instanceof NotFoundError;
    const failure = isGone ? undefined : (unknown ?? (isSent ? await unlessGone(error, id, context) : error));
    if (failure !== undefined) {
      const isUnknown = failure instanceof OutcomeUnknownError;
      if (isUnknown) changes.possiblyMade("deleted", [id]);
      if (!isUnknown && isSent && !wasOpen) journal.notDeleted(id);
      throw failure;
    }
  }
  changes.made("deleted", [id]);
  journal.deleted([id]);
}

/** Why a delete was not carried out; undefined if it was, whatever Tempo has answered. */
async function unlessGone(error: unknown, id: string, context: CallContext): Promise<unknown> {
  const isAnswer = error instanceof TimesheetError && error.httpStatus !== undefined && !error.mayBeStored;
  if (!isAnswer) return error;
  try {
    return (await context.timesheet.findWorklog(id, context)) && error;
  } catch (unread) {
    if (!(unread instanceof TimesheetError)) throw unread;
    return error instanceof NotFoundError ? error : unknownAfterRefusal(id, error);
  }
}
