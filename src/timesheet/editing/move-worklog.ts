import type { CallContext } from "../call-context.ts";
import { deleteWithRetry } from "../delete-with-retry.ts";
import { isRefusal, TimesheetError } from "../errors.ts";
import type { CallScope, ExistingWorklog, FullWorklog, Issue, NewWorklog } from "../port.ts";
import { BatchState } from "../posting/batch-state.ts";
import { AmbiguousError } from "../posting/errors.ts";
import { post } from "../posting/post-worklogs.ts";
import { readExisting } from "../posting/read-existing.ts";
import type { Writer } from "../writers.ts";
import {
  changedWhileMoved,
  halfMoved,
  onlyMoved,
  seemsUnchanged,
  undecidedMove,
  unfinishedMove,
  unknownMove,
} from "./errors.ts";
import { differences, isEqual, merge, type ReadyChanges } from "./merge.ts";
import { sendChange } from "./send-change.ts";

/** A worklog to move to another issue, perhaps with other changes. */
interface Move {
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
 * The journal holds both as one intent, so that a later call finishes what was interrupted.
 *
 * @returns the worklog as Tempo holds it; another one, with an id of its own, where Tempo has no operation
 * @throws TimesheetError; nothing was changed unless it is an OutcomeUnknownError, or a PartialFailureError after a move without the rest
 */
export async function moveWorklog(move: Move): Promise<FullWorklog> {
  return move.context.timesheet.moveWorklog ? moveAtOnce(move) : moveInTwoSteps(move);
}

/** Other changes follow the move, since what it needs most is the right to log on the issue. */
async function moveAtOnce({ old, wanted, issue, changes, context, writer }: Move): Promise<FullWorklog> {
  const { timesheet } = context;
  const { issueId } = wanted;
  const common = { issueKey: issue.key, context, writer };
  const moved = { ...old, issueId };
  const sendMove = async (scope: CallScope) => {
    await timesheet.moveWorklog?.(old.id, issueId, scope);
    const now = await readMoved(moved, context);
    if (now?.issueId !== issueId) throw seemsUnchanged(old);
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
async function readMoved(moved: FullWorklog, context: CallContext): Promise<FullWorklog | undefined> {
  try {
    return (await context.timesheet.readWorklog(moved.id, context))?.worklog;
  } catch (error) {
    if (error instanceof TimesheetError) return moved;
    throw error;
  }
}

async function moveInTwoSteps(move: Move): Promise<FullWorklog> {
  const { wanted, issue, context } = move;
  const stored = await logOnIssue(move);
  await deleteOld(move, stored);
  const { id } = stored;
  const found = await context.timesheet.readWorklog(id, context).catch(() => undefined);
  return found?.worklog ?? { ...wanted, id, issueId: issue.id };
}

/** @returns the new worklog */
async function logOnIssue({ old, changes, wanted, issue, context, writer }: Move): Promise<ExistingWorklog> {
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
  const { existing, readAt } = await readExisting({ startDate: date, endDate: date }, context, writer);
  // The old worklog's hours leave its date with it.
  const others = existing.map((it) => (it.id === old.id ? { ...it, seconds: 0, billableSeconds: 0 } : it));
  const plan = writer.journal.entryOf(old)?.plan;
  const batch = new BatchState([row], context, writer.journal, { plan, moves: old });
  // An equal worklog there is another one: the hours of both are wanted.
  const scope = { ...context, duplicates: "allow", startTime: undefined } as const;
  const { outcomes } = await post(batch, { existing: others, readAt }, scope, writer);
  const [outcome] = outcomes;
  if (outcome && "stored" in outcome) return { ...outcome.stored, issueId: issue.id };
  const failure = outcome?.failure;
  if (failure instanceof AmbiguousError) throw undecidedMove(old, issue.key, failure.candidates);
  if (!failure || failure.mayBeStored) throw unknownMove(old, issue.key, writer.isKept());
  throw failure;
}

/** Deletes the old worklog; or the new one again if Tempo refuses that, or something else has changed the old one while this was logged. */
async function deleteOld({ old, issue, context, writer }: Move, stored: ExistingWorklog): Promise<void> {
  const { id } = stored;
  const entry = writer.journal.entryOfId(id);
  const isCertain = entry !== undefined && writer.journal.isCertain(entry, { result: stored, former: old });
  let refusal: TimesheetError;
  try {
    const found = await context.timesheet.readWorklog(old.id, context);
    if (!found || isEqual(found.worklog, old)) return await deleteWithRetry(old, context, writer);
    refusal = changedWhileMoved(old, issue.key);
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    if (!isRefusal(error))
      throw isCertain
        ? unfinishedMove(old, issue.key, id, writer.isKept(), error)
        : undecidedMove(old, issue.key, [stored]);
    refusal = error;
  }
  if (!isCertain) throw halfMoved(old, issue.key, id, refusal);
  await deleteWithRetry(stored, context, writer).catch((error: unknown) => {
    if (!(error instanceof TimesheetError)) throw error;
    throw isRefusal(error)
      ? halfMoved(old, issue.key, id, refusal)
      : unknownMove(old, issue.key, writer.isKept());
  });
  throw refusal;
}
