import { words } from "../../text/words.ts";
import type { CallContext, Writer } from "../call-context.ts";
import { isRefusal, OutcomeUnknownError, TimesheetError, UnavailableError } from "../errors.ts";
import type { FullWorklog } from "../port.ts";
import { AMBIGUOUS_FOR_MS, LIST_LAG_MS } from "../timeline.ts";
import type { Move, Sent } from "./ledger.ts";
import { deleteWorklog } from "./perform.ts";
import { datesOf, recover, touching } from "./recover.ts";
import { readVisible } from "./view.ts";

/**
 * The end of a move. `made`: the old worklog is gone; `undone`: the new one is; `left`: both may be there, and only the user can say which of
 * them is too many.
 */
export interface MoveEnd {
  is: "made" | "undone" | "left";
  /** The new worklog of a move that is made, if it was read. */
  now?: FullWorklog;
  /** Why Tempo has not deleted the old worklog. */
  refusal?: TimesheetError;
}

/**
 * Decides what keeps a call from writing, as `recover` does, and finishes the moves that earlier calls have begun on its dates: until then,
 * their hours are there twice. One that cannot be finished now is tried again by the next call, and logged.
 *
 * @returns what stays in doubt
 */
export async function admit(
  concern: Parameters<typeof touching>[0],
  context: CallContext,
  writer: Writer,
): Promise<Sent[]> {
  const concerns = touching(concern, context);
  const left = await recover(concerns, context, writer);
  const moves = writer.ledger.openMoves().filter((move) => datesOf(move).some(concern.isDate));
  if (moves.length === 0) return left;
  for (const move of moves) {
    try {
      await finishMove(move, context, writer);
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      const [old, result] = idsOfMove(move);
      context.log(
        `the move of worklog ${old} to ${move.wanted.issueKey} as worklog ${result} is not finished: ${error.text[context.reader]}`,
      );
    }
  }
  return recover(concerns, context, writer);
}

/**
 * Finishes a move whose new worklog is stored: deletes the old one, if it is as it was and the new one is proven to be the move's own. Otherwise
 * both are left and named.
 *
 * @param isOwn whether the call has begun the move itself: if Tempo refuses to delete the old worklog, the new one is deleted again
 * @throws TimesheetError if a worklog cannot be read, or not be deleted for now
 */
export async function finishMove(
  move: Move,
  context: CallContext,
  writer: Writer,
  isOwn = false,
): Promise<MoveEnd> {
  const { ledger } = writer;
  const { replaces, fate } = move;
  if (fate.is !== "done" || !fate.row) return { is: "undone" };
  const { row } = fate;
  const old = await readVisible(replaces.id, context);
  if (old === "gone" || (old !== "hidden" && ledger.identityOf(replaces, old) === "another")) {
    ledger.gone([replaces.id]);
    return { is: "made" };
  }
  const result = await readVisible(row.id, context);
  if (result === "gone" || (result !== "hidden" && ledger.identityOf(row, result) === "another")) {
    // Just after it was stored, a read may not show it yet.
    if (context.clock.wallClock() - fate.at < LIST_LAG_MS)
      throw new UnavailableError(`Tempo does not show worklog ${row.id} yet: that may take a minute.`);
    ledger.gone([row.id]);
    return { is: "undone" };
  }
  if (old === "hidden" || result === "hidden" || !fate.isProven || !ledger.isUnchanged(replaces, old))
    return leave(move, context, writer);
  const refusalOf = (worklog: FullWorklog) =>
    deleteWorklog(worklog, context, writer).catch((error: unknown) => {
      if (isRefusal(error)) return error;
      throw error;
    });
  const refusal = await refusalOf(old);
  if (!refusal) return { is: "made", now: result };
  const isUndone = isOwn && !(await refusalOf(result));
  return isUndone ? { is: "undone", refusal } : { ...leave(move, context, writer), refusal };
}

function leave(move: Move, context: CallContext, { ledger }: Writer): MoveEnd {
  ledger.unsure(move, idsOfMove(move));
  context.log(bothNamed(move));
  return { is: "left" };
}

/** @throws OutcomeUnknownError if a worklog is one of a move that stays half made, or may be, and the other one is there too */
export async function refuseHalfMoved(id: string, context: CallContext, { ledger }: Writer): Promise<void> {
  const last = ledger.lastMove(id);
  const isUnsure = last?.fate.is === "unsure" && context.clock.wallClock() - last.at < AMBIGUOUS_FOR_MS;
  const move = isUnsure ? last : ledger.openMoves(true).find((it) => idsOfMove(it).includes(id));
  const others = move
    ? idsOfMove(move).filter((it) => it !== id && !(isUnsure && ledger.ownerOf({ id: it })))
    : [];
  for (const other of others) {
    if (move && (await readVisible(other, context)) !== "gone") throw halfMoved(move);
    ledger.gone([other]);
  }
}

/** @param refusal why Tempo has not deleted the old worklog */
export function halfMoved(move: Move, refusal?: TimesheetError): OutcomeUnknownError {
  return new OutcomeUnknownError(
    words`Neither worklog was changed or deleted: ${bothNamed(move)}.${refusal ? words` ${refusal.facts}` : ""}`,
    refusal?.httpStatus,
  );
}

function bothNamed(move: Move): string {
  const [old, ...others] = idsOfMove(move);
  return (
    `worklog ${old} of ${move.replaces.date} was to be moved to ${move.wanted.issueKey}, and it is unknown whether worklog ${others.join(", ")} there has ` +
    "the same hours; look at both in Tempo, and delete one if so"
  );
}

/** The ids of the old and the new worklog of a move, or of those that may be the new one. */
export function idsOfMove({ replaces, fate }: Move): string[] {
  if (fate.is === "unsure") return [replaces.id, ...fate.may];
  return [replaces.id, ...(fate.is === "done" && fate.row ? [fate.row.id] : [])];
}
