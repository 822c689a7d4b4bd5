import type { CallContext } from "../call-context.ts";
import { deleteWithRetry } from "../delete-with-retry.ts";
import { TimesheetError } from "../errors.ts";
import type { MoveEntry } from "../journal/entry.ts";
import { isSameMoment } from "../journal/identity.ts";
import type { ExistingWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import type { Writer } from "../writers.ts";
import { settleOpen } from "./settle-open.ts";

/**
 * Finishes the moves that earlier calls have begun, or undoes those whose worklog was changed since. What cannot be settled stays open, and
 * the log says so. Only calls that write may delete what is left of a move.
 *
 * @param concerns whether the call needs the outcome of a move
 * @throws TimesheetError if the worklogs cannot be read, CancelledError, NotSentError if the lease is lost
 */
export async function settleMoves(
  concerns: (move: MoveEntry) => boolean,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  await learnMoves(concerns, context, writer);
  for (const move of writer.journal.moves.open().filter(concerns)) {
    await finish(move, context, writer);
    if (writer.journal.moves.open().includes(move)) logOpen(move, context);
  }
}

/** Learns what became of the new worklogs of moves, as `settleMoves` does, and changes nothing: for calls that delete one of the two. */
export async function learnMoves(
  concerns: (move: MoveEntry) => boolean,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  for (const move of writer.journal.moves.open().filter(concerns)) {
    if (move.state === "open") await settleOpen(move.batch, context, writer);
  }
}

/**
 * The worklogs of a list as they will be once the moves that are open are finished: those that were moved are left out. For calls that only
 * read; the log names the moves.
 */
export function asIfMoved(
  existing: readonly ExistingWorklog[],
  context: CallContext,
  { journal }: Writer,
): ExistingWorklog[] {
  const listed = new Map(existing.map((worklog) => [worklog.id, worklog]));
  const isListed = ({ moves, stored }: MoveEntry) =>
    listed.has(moves.id) || (stored !== undefined && listed.has(stored.id));
  const open = journal.moves.open().filter(isListed);
  for (const move of open) logOpen(move, context);
  const moved = open.flatMap((move) => {
    const old = listed.get(move.moves.id);
    const isMoved = old && move.stored && listed.has(move.stored.id) && journal.looksAsBeforeMove(move, old);
    return isMoved ? [old] : [];
  });
  return existing.filter((worklog) => !moved.includes(worklog));
}

/** Whether a move is of one of these worklogs, as it was or as it is to be. */
export function isMoveOf(ids: readonly string[]): (move: MoveEntry) => boolean {
  return ({ moves, stored }) => ids.includes(moves.id) || (stored !== undefined && ids.includes(stored.id));
}

async function finish(move: MoveEntry, context: CallContext, writer: Writer): Promise<void> {
  const { timesheet, clock } = context;
  const { journal } = writer;
  const { moves, stored } = move;
  const former = await timesheet.readWorklog(moves.id, context);
  if (!former || isSameMoment(moves.createdAt, former.worklog.createdAt) === false) {
    journal.deleted([moves.id]);
    return;
  }
  if (!stored) return;
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
