import { SEND_AGAIN, words } from "../../text/words.ts";
import type { CallContext, Writer } from "../call-context.ts";
import { NotFoundError, OutcomeUnknownError, PartialFailureError, TimesheetError } from "../errors.ts";
import { toHours } from "../hours.ts";
import { noEffect, notAnswered, unknownEffect } from "../ledger/errors.ts";
import { isInDoubt } from "../ledger/ledger.ts";
import { finishMove, halfMoved } from "../ledger/moves.ts";
import { performOne, type WriteRequest } from "../ledger/perform.ts";
import { readVisible, viewNamed } from "../ledger/view.ts";
import type { CallScope, FullWorklog, Issue, NewWorklog } from "../port.ts";
import { Batch } from "../posting/batch.ts";
import { post } from "../posting/post-worklogs.ts";
import { differences, isEqual, merge, type ReadyChanges } from "./merge.ts";

/** A change of a worklog, with all that it needs to be sent. */
export interface Change {
  old: FullWorklog;
  changes: ReadyChanges;
  /** The worklog with the changes in it, on its issue. */
  wanted: FullWorklog;
  /** The issue that it is on afterwards. */
  issue: Issue;
}

/**
 * Stores a changed worklog. If no answer settles it, reading does.
 *
 * A move to another issue is Tempo's own operation where it has one. Elsewhere, the hours are logged there and the old worklog is deleted. The
 * intent of the first names what it replaces, so that a later call finishes what was interrupted.
 *
 * @returns the worklog as Tempo holds it; another one, with an id of its own, if it was logged anew
 * @throws TimesheetError; nothing was changed unless it is an OutcomeUnknownError, or a PartialFailureError after a move without the rest
 */
export async function sendChange(change: Change, context: CallContext, writer: Writer): Promise<FullWorklog> {
  if (change.issue.id === change.old.issueId) return store(change, context, writer);
  return context.timesheet.moveWorklog
    ? moveAtOnce(change, context, writer)
    : moveInTwoSteps(change, context, writer);
}

/** @param send sends it, and returns the worklog as Tempo confirms it */
async function store(
  { old, wanted, issue }: Pick<Change, "old" | "wanted" | "issue">,
  context: CallContext,
  writer: Writer,
  send = (scope: CallScope) => context.timesheet.updateWorklog(wanted, scope),
): Promise<FullWorklog> {
  const { ledger } = writer;
  const { id } = wanted;
  let answer: FullWorklog | undefined;
  const request: WriteRequest<FullWorklog> = {
    intents: [{ op: "change", before: ledger.known(old), wanted: ledger.wanted(wanted, issue.key) }],
    changes: { effect: "changed", names: [id] },
    send,
    fatesOf(stored, intents, into) {
      answer = stored;
      return intents.map((it) => [it, into.known(stored, issue.key)]);
    },
  };
  const { sent, failure } = await performOne(request, context, writer).catch(async (refusal: unknown) => {
    if (!(refusal instanceof TimesheetError) || refusal.httpStatus === undefined || refusal.mayBeStored)
      throw refusal;
    // Tempo may have carried out what it refuses, and stored it otherwise.
    const now = await readVisible(id, context).catch(() => "hidden" as const);
    throw typeof now === "object" && !isEqual(old, now) ? changedOtherwise(now, refusal) : refusal;
  });
  if (sent.fate.is === "done") {
    context.changes.made("changed", [id]);
    return answer ?? readConfirmed(wanted, context);
  }
  const now = sent.fate.is === "void" ? await readVisible(id, context) : "hidden";
  if (now === "gone") throw gone(id);
  if (now !== "hidden" && isEqual(old, now))
    throw noEffect(`Worklog ${id} was not changed`, "shows it as it was", failure);
  context.changes.possiblyMade("changed", [id]);
  throw now === "hidden"
    ? unknownEffect(`worklog ${id} was changed`, sent, failure, writer, context)
    : changedOtherwise(now, failure);
}

/** Other changes follow the move, since what it needs most is the right to log on the issue. */
async function moveAtOnce(
  { old, wanted, issue, changes }: Change,
  context: CallContext,
  writer: Writer,
): Promise<FullWorklog> {
  const { issueId } = wanted;
  const moved = { ...old, issueId };
  const onIssue = await store({ old, wanted: moved, issue }, context, writer, async (scope) => {
    await context.timesheet.moveWorklog?.(old.id, issueId, scope);
    const now = await readConfirmed(moved, context);
    if (now.issueId !== issueId) throw notAnswered();
    return now;
  });
  const rest = merge(onIssue, changes);
  if (differences(onIssue, rest).length === 0) return onIssue;
  try {
    return await store({ old: onIssue, wanted: rest, issue }, context, writer);
  } catch (error) {
    if (!(error instanceof TimesheetError) || error.mayBeStored) throw error;
    throw onlyMoved(old.id, issue.key, error);
  }
}

/** Tempo has confirmed the worklog by then, so what keeps it from being read, a cancelled call too, does not mean that it failed. */
async function readConfirmed(confirmed: FullWorklog, context: CallContext): Promise<FullWorklog> {
  const now = await readVisible(confirmed.id, context).catch((error: unknown) => {
    if (error instanceof TimesheetError) return confirmed;
    throw error;
  });
  if (now === "gone") throw gone(confirmed.id);
  return now === "hidden" ? confirmed : now;
}

async function moveInTwoSteps(
  { old, changes, wanted, issue }: Change,
  context: CallContext,
  writer: Writer,
): Promise<FullWorklog> {
  const { ledger } = writer;
  const { date, attributes: keptAttributes } = wanted;
  const row: NewWorklog = { ...wanted, issue, keptAttributes, attributes: changes.attributes ?? [] };
  const view = await viewNamed({ startDate: date, endDate: date }, context, writer);
  // The old worklog's hours leave its date with it.
  const rows = view.rows.map((it) => (it.id === old.id ? { ...it, seconds: 0, billableSeconds: 0 } : it));
  const purpose = { plan: ledger.ownerOf(old)?.plan, replaces: ledger.known(old) };
  // An equal worklog there is another one: the hours of both are wanted.
  const scope = { ...context, duplicates: "allow", startTime: undefined } as const;
  const [outcome] = await post(new Batch([row], context), { ...view, rows }, purpose, scope, writer);
  if (!outcome || "failure" in outcome) {
    const where = `It is unknown whether worklog ${old.id} is being moved to ${issue.key}; it is still on its old issue.`;
    // A later call decides what is in doubt; anything else only the user can decide.
    const last = ledger.lastMove(old.id);
    const isFinished = last !== undefined && isInDoubt(last);
    throw outcome?.failure.mayBeStored
      ? unfinishedMove(where, outcome.failure, isFinished)
      : outcome?.failure;
  }
  const { id } = outcome.stored;
  const move = ledger.openMoves().find(({ replaces }) => replaces.id === old.id);
  if (!move) return { ...wanted, id };
  const end = await finishMove(move, context, writer, true).catch((error: unknown) => {
    if (!(error instanceof TimesheetError)) throw error;
    const where = `The hours of worklog ${old.id} are logged on ${issue.key} as worklog ${id}, and may still be on their old issue too.`;
    throw unfinishedMove(where, error);
  });
  if (end.is === "left") throw halfMoved(move, end.refusal);
  if (end.is === "undone") throw end.refusal ?? gone(id);
  return end.now ?? { ...wanted, id };
}

function changedOtherwise(
  { id, date, seconds }: FullWorklog,
  failure: TimesheetError | undefined,
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is unknown whether the change of worklog ${id} took effect: the worklog is neither as it was nor as requested (now ` +
      `${toHours(seconds)} h on ${date}). Something else has changed it too, or Tempo stores it otherwise: check it before you change ` +
      "it again.",
    failure?.httpStatus,
  );
}

function gone(id: string): NotFoundError {
  return new NotFoundError(
    `Worklog ${id} does not exist any more: something else has deleted it while it was being changed.`,
  );
}

/** The other changes of a call that has moved a worklog were rejected. */
function onlyMoved(id: string, key: string, { facts }: TimesheetError): PartialFailureError {
  return new PartialFailureError(
    words`Worklog ${id} was moved to ${key}, and its other changes were not made: ${facts} Send only these again, once they are corrected.`,
  );
}

/** @param where what is known of the hours @param isFinished whether the same call finishes the move */
function unfinishedMove(
  where: string,
  { facts, httpStatus }: TimesheetError,
  isFinished = true,
): OutcomeUnknownError {
  const next = isFinished
    ? words`${SEND_AGAIN} then: it finishes the move.`
    : "Look at both issues in Tempo before you move it again.";
  return new OutcomeUnknownError(words`${where} ${facts}`, httpStatus, { next });
}
