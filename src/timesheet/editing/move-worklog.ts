import type { CallContext } from "../call-context.ts";
import { isRefusal, TimesheetError } from "../errors.ts";
import { notAnswered } from "../ledger/errors.ts";
import { finishMove } from "../ledger/moves.ts";
import { readVisible } from "../ledger/view.ts";
import type { CallScope, FullWorklog, Issue, NewWorklog } from "../port.ts";
import { Batch } from "../posting/batch.ts";
import { post, viewNamed } from "../posting/post-worklogs.ts";
import type { Writer } from "../writers.ts";
import { changedWhileMoved, gone, halfMoved, notMoved, onlyMoved, unfinishedMove } from "./errors.ts";
import { differences, merge, type ReadyChanges } from "./merge.ts";
import { sendChange } from "./send-change.ts";

/** A worklog to move to another issue, perhaps with other changes. */
interface WantedMove {
  old: FullWorklog;
  changes: ReadyChanges;
  /** The worklog on its new issue, with the changes in it. */
  wanted: FullWorklog;
  issue: Issue;
  context: CallContext;
  writer: Writer;
}

/**
 * Moves an own worklog to another issue: by Tempo's operation, or, where it has none, by logging the hours there and deleting the old worklog.
 * The ledger holds both as one intent, so that a later call finishes what was interrupted.
 *
 * @returns the worklog as Tempo holds it; another one, with an id of its own, where Tempo has no operation
 * @throws TimesheetError; nothing was changed unless it is an OutcomeUnknownError, or a PartialFailureError after a move without the rest
 */
export async function moveWorklog(move: WantedMove): Promise<FullWorklog> {
  return move.context.timesheet.moveWorklog ? moveAtOnce(move) : moveInTwoSteps(move);
}

/** Other changes follow the move, since what it needs most is the right to log on the issue. */
async function moveAtOnce({
  old,
  wanted,
  issue,
  changes,
  context,
  writer,
}: WantedMove): Promise<FullWorklog> {
  const { timesheet } = context;
  const { issueId } = wanted;
  const common = { issueKey: issue.key, context, writer };
  const moved = { ...old, issueId };
  const sendMove = async (scope: CallScope) => {
    await timesheet.moveWorklog?.(old.id, issueId, scope);
    const now = await readMoved(moved, context);
    if (now.issueId !== issueId) throw notAnswered();
    return now;
  };
  const onIssue = await sendChange({ ...common, old, wanted: moved, send: sendMove });
  const rest = merge(onIssue, changes);
  if (differences(onIssue, rest).length === 0) return onIssue;
  const sendRest = (scope: CallScope) => timesheet.updateWorklog(rest, scope);
  try {
    return await sendChange({ ...common, old: onIssue, wanted: rest, send: sendRest });
  } catch (error) {
    if (!(error instanceof TimesheetError) || error.mayBeStored) throw error;
    throw onlyMoved(old, issue.key, error);
  }
}

/** Tempo has confirmed the move by then, so what keeps it from being read, a cancelled call too, does not mean that it failed. */
async function readMoved(moved: FullWorklog, context: CallContext): Promise<FullWorklog> {
  const now = await readVisible(moved.id, context).catch((error: unknown) => {
    if (error instanceof TimesheetError) return moved;
    throw error;
  });
  if (now === "gone") throw gone(moved);
  return typeof now === "object" ? now : moved;
}

async function moveInTwoSteps({
  old,
  changes,
  wanted,
  issue,
  context,
  writer,
}: WantedMove): Promise<FullWorklog> {
  const { ledger } = writer;
  const left = ledger.leftMove(old.id);
  if (left?.fate.is === "done" && left.fate.row) {
    if ((await readVisible(left.fate.row.id, context)) !== "gone")
      throw halfMoved(old, left.wanted.issueKey, left.fate.row.id);
    ledger.gone([left.fate.row.id]);
  }
  const { date, startTime, seconds, billableSeconds, comment, attributes: keptAttributes } = wanted;
  const row: NewWorklog = {
    issue,
    date,
    ...(startTime !== undefined && { startTime }),
    seconds,
    billableSeconds,
    comment,
    keptAttributes,
    ...(changes.attributes && { attributes: changes.attributes }),
  };
  const view = await viewNamed({ startDate: date, endDate: date }, context, writer);
  // The old worklog's hours leave its date with it.
  const rows = view.rows.map((it) => (it.id === old.id ? { ...it, seconds: 0, billableSeconds: 0 } : it));
  const purpose = { plan: ledger.ownerOf(old)?.plan, replaces: ledger.known(old) };
  // An equal worklog there is another one: the hours of both are wanted.
  const scope = { ...context, duplicates: "allow", startTime: undefined } as const;
  const { outcomes } = await post(new Batch([row], context), { ...view, rows }, purpose, scope, writer);
  const [outcome] = outcomes;
  if (!outcome || "failure" in outcome) throw notMoved(old, issue.key, outcome?.failure);
  const { id } = outcome.stored;
  await finish({ old, issue, context, writer }, id);
  const found = await readVisible(id, context).catch(() => "gone" as const);
  return typeof found === "object" ? found : { ...wanted, id, issueId: issue.id };
}

/** @param id of the worklog on the other issue */
async function finish(
  { old, issue, context, writer }: Pick<WantedMove, "old" | "issue" | "context" | "writer">,
  id: string,
): Promise<void> {
  const move = writer.ledger.openMoves().find(({ replaces }) => replaces.id === old.id);
  if (!move) return;
  try {
    const { is, refusal } = await finishMove(move, context, writer);
    if (is === "changed") throw changedWhileMoved(old, issue.key);
    if (is === "left") throw halfMoved(old, issue.key, id, refusal);
    if (is === "undone") throw refusal ?? changedWhileMoved(old, issue.key);
  } catch (error) {
    const isOver = !writer.ledger.openMoves().includes(move);
    if (!(error instanceof TimesheetError) || isOver || isRefusal(error)) throw error;
    throw unfinishedMove(old, issue.key, id, error);
  }
}
