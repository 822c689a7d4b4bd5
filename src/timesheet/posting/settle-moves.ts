import type { CallContext } from "../call-context.ts";
import { deleteWithRetry } from "../delete-with-retry.ts";
import { TimesheetError } from "../errors.ts";
import type { MoveEntry } from "../journal/entry.ts";
import { isSameMoment } from "../journal/identity.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExistingWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import type { Writer } from "../writers.ts";
import type { Unlisted } from "./day-hours.ts";
import { ifVisible } from "./if-visible.ts";
import { adoptEqual, settleOpen } from "./settle-open.ts";

/**
 * Finishes the moves that earlier calls have begun, or undoes those whose worklog was changed since. What cannot be settled stays open, and
 * the log says so. Only calls that write may delete what is left of a move.
 *
 * @param concerns whether the call needs the outcome of a move
 * @returns worklogs that may be the results of moves, or others
 * @throws TimesheetError if the worklogs cannot be read, CancelledError, NotSentError if the lease is lost
 */
export async function settleMoves(
  concerns: (move: MoveEntry) => boolean,
  context: CallContext,
  writer: Writer,
): Promise<ExistingWorklog[]> {
  const candidates = await learnMoves(concerns, context, writer);
  for (const move of writer.journal.moves.open().filter(concerns)) {
    const undecided = await ifVisible(() => finish(move, context, writer));
    if (undecided) candidates.push(undecided);
    if (writer.journal.moves.open().includes(move)) logOpen(move, context);
  }
  return candidates;
}

/** Learns what became of both worklogs of moves, as `settleMoves` does, and changes nothing: for calls that delete one of the two. */
export async function learnMoves(
  concerns: (move: MoveEntry) => boolean,
  context: CallContext,
  writer: Writer,
): Promise<ExistingWorklog[]> {
  const candidates: ExistingWorklog[] = [];
  for (const move of writer.journal.moves.open().filter(concerns)) {
    const unsettled = await settleOpen(move.batch, context, writer);
    candidates.push(...(unsettled?.candidates ?? []));
    await ifVisible(() => readBoth(move, context, writer));
  }
  return candidates;
}

/** The two worklogs of a move; undefined if one of them is gone, which the journal learns, or not known. */
async function readBoth({ moves, stored, sentAt }: MoveEntry, context: CallContext, { journal }: Writer) {
  const { timesheet, clock } = context;
  const former = await timesheet.readWorklog(moves.id, context);
  if (!former || isSameMoment(moves.createdAt, former.worklog.createdAt) === false) {
    journal.deleted([moves.id]);
    return undefined;
  }
  const result = stored && (await timesheet.readWorklog(stored.id, context));
  if (result) return { former, result };
  // Just after it was stored, a read may not show it yet.
  if (stored && clock.wallClock() - sentAt >= LIST_LAG_MS) journal.deleted([stored.id]);
  return undefined;
}

/**
 * The worklogs of a range as they will be once the moves that are open are finished: one of the two of each is left out. For plans, of which
 * some only read; the log names the moves.
 *
 * @param existing those that are listed
 * @param stored those that are not listed yet
 */
export function asIfMoved(
  existing: readonly ExistingWorklog[],
  stored: Unlisted["stored"],
  context: CallContext,
  { journal, mayWrite }: Writer,
): { existing: ExistingWorklog[]; stored: Unlisted["stored"] } {
  const unsettled = journal.moves.open().filter(({ state }) => state === "open");
  if (mayWrite()) adoptEqual(unsettled, existing, journal);
  const listed = new Map(existing.map((worklog) => [worklog.id, worklog]));
  const unlisted = new Set(stored.map(({ id }) => id));
  const tooMany = new Set<string>();
  for (const move of journal.moves.open()) {
    const [former, result] = [move.moves.id, move.stored?.id ?? ""];
    const areThere = [former, result].map((id) => listed.has(id) || unlisted.has(id));
    if (areThere.includes(true)) logOpen(move, context);
    if (areThere.includes(false)) continue;
    const shown = { former: listed.get(former), result: listed.get(result) };
    const isAsBefore = !shown.former || journal.looksAsBeforeMove(move, shown.former);
    const id = idTooMany(move, isAsBefore, shown, journal);
    if (id !== undefined) tooMany.add(id);
  }
  const isLeft = ({ id }: { id: string }) => !tooMany.has(id);
  return { existing: existing.filter(isLeft), stored: stored.filter(isLeft) };
}

/**
 * The worklog of a move that is one too many: the former one, or the result if the former one was changed since. Undefined if nothing proves it.
 *
 * @param isAsBefore whether the former one is as it was
 * @param shown both as Tempo shows them; one that is undefined is known to be as it was
 */
function idTooMany(
  move: MoveEntry,
  isAsBefore: boolean,
  { former, result }: { former: ExistingWorklog | undefined; result: ExistingWorklog | undefined },
  journal: Journal,
): string | undefined {
  const shown = former && result && { former, result };
  if (!journal.isCertain(move, shown) || (result && journal.identityOf(move, result) !== "same"))
    return undefined;
  if (isAsBefore) return move.moves.id;
  return !result || journal.looksAsStored(move, result) ? move.stored?.id : undefined;
}

/** Whether a move is of one of these worklogs, as it was or as it is to be. */
export function isMoveOf(ids: readonly string[]): (move: MoveEntry) => boolean {
  return ({ moves, stored }) => ids.includes(moves.id) || (stored !== undefined && ids.includes(stored.id));
}

/** @returns the new worklog, if nothing proves which of the two is too many */
async function finish(
  move: MoveEntry,
  context: CallContext,
  writer: Writer,
): Promise<ExistingWorklog | undefined> {
  const { journal } = writer;
  const both = await readBoth(move, context, writer);
  if (!both?.former.isOwn || !both.result.isOwn) return;
  const { former, result } = both;
  const isAsBefore = journal.isAsBeforeMove(move, former.worklog);
  const shown = { former: former.worklog, result: result.worklog };
  const id = idTooMany(move, isAsBefore, shown, journal);
  const tooMany = [former.worklog, result.worklog].find((worklog) => worklog.id === id);
  if (!tooMany) return result.worklog;
  try {
    await deleteWithRetry(tooMany, context, writer);
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
