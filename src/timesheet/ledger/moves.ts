import type { CallContext } from "../call-context.ts";
import { isRefusal, TimesheetError, UnavailableError } from "../errors.ts";
import type { FullWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import type { Writer } from "../writers.ts";
import { deleteWorklog } from "./delete.ts";
import type { Move, Sent } from "./ledger.ts";
import { datesOf, recover, touching } from "./recover.ts";
import { readVisible } from "./view.ts";

/**
 * The end of a move. `made`: the old worklog is gone; `undone`: the new one is; `changed`: likewise, since the old one was changed meanwhile; `left`: both
 * may be there, and nothing will tell which of them is too many.
 */
export interface MoveEnd {
  is: "made" | "undone" | "changed" | "left";
  /** Why the old worklog was not deleted, if Tempo has refused that. */
  refusal?: TimesheetError;
}

/**
 * Decides what keeps a call from writing, as `recover` does, and finishes the moves that earlier calls have begun on its dates: until then,
 * their hours are there twice.
 *
 * @returns what stays in doubt
 */
export async function admit(
  { isDate, issueIds }: Parameters<typeof touching>[0],
  context: CallContext,
  writer: Writer,
): Promise<Sent[]> {
  const concerns = touching({ isDate, ...(issueIds && { issueIds }) }, context);
  const left = await recover(concerns, context, writer);
  if (!writer.ledger.openMoves().some((move) => datesOf(move).some(isDate))) return left;
  await finishMoves(isDate, context, writer);
  return recover(concerns, context, writer);
}

/** Finishes moves on some dates. One that cannot be finished now is tried again by the next call, and logged. */
async function finishMoves(
  isDate: (date: string) => boolean,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  for (const move of writer.ledger.openMoves()) {
    if (!datesOf(move).some(isDate)) continue;
    try {
      const end = await finishMove(move, context, writer);
      if (end.is === "changed")
        context.log(
          `worklog ${move.replaces.id} was changed while it was being moved, so it is kept on its issue`,
        );
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      context.log(`${bothNamed(move)}, since the move is not finished: ${error.message}`);
    }
  }
}

/**
 * Finishes a move whose new worklog is stored: deletes the old one if it is as it was, or the new one again if the old one was changed since.
 * Nothing is deleted unless the new one is proven to be the move's own.
 *
 * @throws TimesheetError if a worklog cannot be read, or not be deleted for now
 */
export async function finishMove(move: Move, context: CallContext, writer: Writer): Promise<MoveEnd> {
  const { ledger } = writer;
  const { replaces, fate } = move;
  const row = fate.is === "done" ? fate.row : undefined;
  if (fate.is !== "done" || !row) return { is: "undone" };
  const old = await readVisible(replaces.id, context);
  if (old === "gone" || (old !== "hidden" && ledger.identityOf(replaces, old) === "another")) {
    ledger.gone([replaces.id]);
    return { is: "made" };
  }
  const result = await readVisible(row.id, context);
  if (result === "gone" || (result !== "hidden" && ledger.identityOf(row, result) === "another")) {
    // Just after it was stored, a read may not show it yet.
    if (context.clock.wallClock() - fate.at < LIST_LAG_MS) throw notShownYet(row.id);
    ledger.gone([row.id]);
    return { is: "undone" };
  }
  if (old === "hidden" || result === "hidden" || !fate.isProven) return leave(move, context, writer);
  const isAsBefore = ledger.looksAs(replaces, old);
  if (!isAsBefore && !ledger.looksAs(row, result)) return leave(move, context, writer);
  const refusal = isAsBefore ? await refusalOf(old, context, writer) : undefined;
  if (isAsBefore && !refusal) return { is: "made" };
  if (await refusalOf(result, context, writer))
    return { ...leave(move, context, writer), ...(refusal && { refusal }) };
  return refusal ? { is: "undone", refusal } : { is: "changed" };
}

/**
 * Deletes a worklog.
 *
 * @returns why Tempo has refused that; undefined if it has not
 * @throws TimesheetError if it is not known whether it is deleted, or cannot be tried now
 */
async function refusalOf(
  worklog: FullWorklog,
  context: CallContext,
  writer: Writer,
): Promise<TimesheetError | undefined> {
  try {
    await deleteWorklog(worklog, context, writer);
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error;
  }
}

function leave(move: Move, context: CallContext, { ledger }: Writer): MoveEnd {
  const row = move.fate.is === "done" ? move.fate.row : undefined;
  ledger.unsure(move, [move.replaces.id, ...(row ? [row.id] : [])]);
  context.log(bothNamed(move));
  return { is: "left" };
}

function notShownYet(id: string): UnavailableError {
  return new UnavailableError(
    `Tempo does not show worklog ${id} yet, which was stored less than a minute ago.`,
  );
}

function bothNamed({ replaces, wanted, fate }: Move): string {
  const id = fate.is === "done" ? fate.row?.id : undefined;
  return (
    `worklog ${replaces.id} of ${replaces.date} was to be moved to ${wanted.issueKey}: its hours may be there too` +
    `${id === undefined ? "" : ` as worklog ${id}`}; look at both issues in Tempo, and delete one if they are the same hours`
  );
}
