import type { CallContext } from "../call-context.ts";
import { deleteWithRetry } from "../delete-with-retry.ts";
import { TimesheetError } from "../errors.ts";
import type { MoveEntry } from "../journal/entry.ts";
import { isSameMoment } from "../journal/identity.ts";
import type { StoredEntry } from "../journal/records.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import type { Writer } from "../writers.ts";
import { settleOpen } from "./settle-open.ts";

/**
 * Finishes the moves that earlier calls have begun, or undoes those whose worklog was changed since. What cannot be settled stays open, and
 * the log says so.
 *
 * @param concerns whether the call needs the outcome of a move
 * @throws TimesheetError if the worklogs cannot be read, CancelledError, NotSentError if the lease is lost
 */
export async function settleMoves(
  concerns: (move: MoveEntry) => boolean,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const isOpen = (move: MoveEntry) => writer.journal.moves.open().includes(move);
  for (const move of writer.journal.moves.open().filter(concerns)) {
    if (move.state === "open") await settleOpen(move.batch, context, writer);
    const { stored } = move;
    if (stored) await finish(move, stored, context, writer);
    if (isOpen(move)) logOpen(move, context);
  }
}

/** Whether a move is of one of these worklogs, as it was or as it is to be. */
export function isMoveOf(ids: readonly string[]): (move: MoveEntry) => boolean {
  return ({ moves, stored }) => ids.includes(moves.id) || (stored !== undefined && ids.includes(stored.id));
}

async function finish(
  move: MoveEntry,
  stored: StoredEntry,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const { timesheet, clock } = context;
  const { journal } = writer;
  const { moves } = move;
  const former = await timesheet.readWorklog(moves.id, context);
  if (!former || isSameMoment(moves.createdAt, former.worklog.createdAt) === false) {
    journal.deleted([moves.id]);
    return;
  }
  const result = await timesheet.readWorklog(stored.id, context);
  if (!result) {
    // Just after it was stored, a read may not show it yet.
    if (clock.wallClock() - move.sentAt >= LIST_LAG_MS) journal.deleted([stored.id]);
    return;
  }
  if (!former.isOwn || !result.isOwn || journal.identityOf(move, result.worklog) !== "same") return;
  try {
    if (journal.looksAsBeforeMove(move, former.worklog))
      await deleteWithRetry(former.worklog, context, writer);
    else if (journal.looksAsStored(move, result.worklog))
      await deleteWithRetry(result.worklog, context, writer);
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    context.debug(`a move is not finished: ${error.message}`);
  }
}

function logOpen({ moves, issueKey, stored }: MoveEntry, context: CallContext): void {
  context.log(
    `worklog ${moves.id} of ${moves.date} was to be moved to ${issueKey}, which is not finished: its hours may also be there` +
      `${stored ? ` as worklog ${stored.id}` : ""}; look at both issues in Tempo, and delete one if they are the same hours`,
  );
}
