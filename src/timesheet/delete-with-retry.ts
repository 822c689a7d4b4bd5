import type { CallContext } from "./call-context.ts";
import { NotFoundError, OutcomeUnknownError, TimesheetError } from "./errors.ts";
import { retry } from "./retry.ts";
import { DELETE_RETRY_DELAYS_MS } from "./timeline.ts";
import { recordIntent, type Writer } from "./writers.ts";

/**
 * A "not found" on a retry means that an earlier request took effect, and so does the first one if the worklog cannot be read any more: a
 * gateway may send a request twice. No later rejection makes an unknown outcome known, be it of this call or of an earlier one.
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
    const isGone =
      error instanceof NotFoundError && (unknown !== undefined || (await isGoneNow(id, context)));
    if (!isGone) {
      if (!unknown && isSent && !wasOpen) journal.notDeleted(id);
      throw unknown ?? error;
    }
  }
  changes.made("deleted", [id]);
  journal.deleted([id]);
}

async function isGoneNow(id: string, context: CallContext): Promise<boolean> {
  try {
    return (await context.timesheet.findWorklog(id, context)) === undefined;
  } catch (error) {
    if (error instanceof TimesheetError) return false;
    throw error;
  }
}
