import { explainingLocks, refuseLocked } from "../approvals/locks.ts";
import type { CallContext } from "../call-context.ts";
import type { OutcomeUnknownError } from "../errors.ts";
import { givenAttributes } from "../given-attributes.ts";
import type { MoveEntry } from "../journal/entry.ts";
import { DAY_SECONDS } from "../limits.ts";
import { outOfTime } from "../not-sent.ts";
import type { CallScope, ExistingWorklog, FullWorklog, Issue } from "../port.ts";
import { findUnlisted } from "../posting/day-hours.ts";
import { issueNotFound, tooManyHours } from "../posting/errors.ts";
import { readExisting } from "../posting/read-existing.ts";
import { isMoveOf, settleMoves } from "../posting/settle-moves.ts";
import { adoptBeforeChange } from "../posting/settle-open.ts";
import { settleDeletes } from "../settle-deletes.ts";
import { AMBIGUOUS_FOR_MS, FRESH_MS } from "../timeline.ts";
import { requireOwn } from "../worklog-errors.ts";
import type { Writer } from "../writers.ts";
import { halfMoved, undecidedMove, undoneMove, unfinishedMove, unknownMove } from "./errors.ts";
import { differences, isEqual, merge, type ReadyChanges, type WorklogChanges } from "./merge.ts";
import { moveWorklog } from "./move-worklog.ts";
import { sendChange } from "./send-change.ts";

export interface UpdatedWorklog {
  issue: Issue;
  /** The issue that it was on. */
  oldIssue: Issue;
  old: FullWorklog;
  /** Undefined if there was nothing to change. */
  sent: FullWorklog | undefined;
  /** The worklog that Tempo holds; with another id, if it was moved where Tempo has no operation for that. */
  now: FullWorklog;
}

/**
 * Changes an own worklog: reads it, puts the changes in, and sends all of it, since Tempo resets what is left out. Nothing else writes
 * for the user meanwhile; if another client changes the worklog at the same moment, the last write wins.
 *
 * A worklog that an earlier call has moved is found by its former id too.
 *
 * @param requireWanted throws unless the worklog is the wanted one, as it is once nothing else writes for the user
 * @throws NotFoundError if there is none or no such issue, ForbiddenError if it is another user's, InvalidInputError if its date would have more than
 * 24 hours or the issue does not take its attributes; TimesheetError as `sendChange` does
 */
export async function updateOwnWorklog(
  worklogId: string,
  { issueKey, ...changes }: WorklogChanges & { issueKey?: string },
  context: CallContext,
  requireWanted: (now: FullWorklog) => void = () => {},
): Promise<UpdatedWorklog> {
  const { timesheet } = context;
  const target = issueKey === undefined ? undefined : await findIssue(issueKey, context);
  const owner = await timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const plan = async () => {
      const read = await readToChange(worklogId, target, context, writer);
      requireWanted(read);
      return planChange(read, target, changes, context, writer);
    };
    let planned = await plan();
    while (await isOutdated(planned, context)) planned = await plan();
    const { old, oldIssue, issue, ready, wanted } = planned;
    if (!wanted) return { issue, oldIssue, old, sent: undefined, now: old };
    const send = (scope: CallScope) => timesheet.updateWorklog(wanted, scope);
    const now = await explainingLocks([old.date, wanted.date], context, () =>
      issue.id === old.issueId
        ? sendChange({ old, wanted, issueKey: issue.key, send, context, writer })
        : moveWorklog({ old, changes: ready, wanted, issue, context, writer }),
    );
    return { issue, oldIssue, old, sent: wanted, now };
  });
}

/** A change that may be sent. */
interface PlannedChange {
  old: FullWorklog;
  /** When the old worklog was read, by the clock's `now`. */
  readAt: number;
  oldIssue: Issue;
  issue: Issue;
  ready: ReadyChanges;
  /** Undefined if there is nothing to change. */
  wanted: FullWorklog | undefined;
}

/** @param target the issue that it is moved to, if it is */
async function planChange(
  old: FullWorklog,
  target: Issue | undefined,
  { attributes: given, ...others }: WorklogChanges,
  context: CallContext,
  writer: Writer,
): Promise<PlannedChange> {
  const readAt = context.clock.now();
  const oldIssue = await issueOf(old, context);
  const issue = target ?? oldIssue;
  const attributes = await givenAttributes(given, issue, context);
  const ready: ReadyChanges = { ...others, attributes };
  const wanted = { ...merge(old, ready), issueId: issue.id };
  const planned = { old, readAt, oldIssue, issue, ready };
  if (issue.id === old.issueId && differences(old, wanted).length === 0)
    return { ...planned, wanted: undefined };
  await refuseOverfullDay(old, wanted, context, writer);
  await refuseLocked([old.date, wanted.date], context);
  return { ...planned, wanted };
}

/** Whether another client has changed the worklog while something else was waited for: what is sent would undo that. */
async function isOutdated({ old, readAt, wanted }: PlannedChange, context: CallContext): Promise<boolean> {
  if (!wanted || context.clock.now() - readAt <= FRESH_MS) return false;
  const found = await context.timesheet.readWorklog(old.id, context);
  return !found || !isEqual(found.worklog, old);
}

async function findIssue(issueKey: string, context: CallContext): Promise<Issue> {
  const issue = (await context.timesheet.findIssues([issueKey], context)).get(issueKey);
  if (!issue) throw issueNotFound(issueKey);
  return issue;
}

/** Reads an own worklog once it is settled what earlier calls have sent of it. */
async function readToChange(
  id: string,
  target: Issue | undefined,
  context: CallContext,
  writer: Writer,
): Promise<FullWorklog> {
  await settleMovesOf(id, target, context, writer);
  const { worklog } = requireOwn(await readAsMoved(id, context, writer), id, "changed");
  return adoptBeforeChange(worklog, writer) ? readToChange(id, target, context, writer) : worklog;
}

/**
 * Other changes may follow a move that nothing will settle any more, since the worklog is kept then.
 *
 * @throws OutcomeUnknownError if it stays unknown what became of an earlier move of the worklog, NotFoundError if it was the result of one that
 * was undone
 */
async function settleMovesOf(
  id: string,
  target: Issue | undefined,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const { moves: ofJournal } = writer.journal;
  const isOfIt = isMoveOf([id, ofJournal.idNow(id)]);
  const unsettled = ofJournal.open().filter(isOfIt);
  const candidates = await settleMoves(isOfIt, context, writer);
  const undone = unsettled.find(({ stored }) => stored?.id === id && writer.journal.isDeleted(id));
  if (undone) throw undoneMove(undone.moves, undone.issueKey, id);
  const open = ofJournal.open().find(isOfIt);
  if (!open) return;
  const isRecent = context.clock.wallClock() - open.sentAt < AMBIGUOUS_FOR_MS;
  const asksForMove = target !== undefined && target.id !== open.moves.issueId;
  if (isRecent || asksForMove) throw notFinished(open, candidates, isRecent, writer);
}

/** @param candidates that may be the result of the move @param isRecent whether the same call may still finish it */
function notFinished(
  move: MoveEntry,
  candidates: readonly ExistingWorklog[],
  isRecent: boolean,
  { journal, isKept }: Writer,
): OutcomeUnknownError {
  const { moves, issueKey, stored } = move;
  if (candidates.length > 0 && !(stored && journal.isCertain(move)))
    return undecidedMove(moves, issueKey, candidates);
  if (!stored) return unknownMove(moves, issueKey, isKept());
  return isRecent && candidates.length === 0
    ? unfinishedMove(moves, issueKey, stored.id, isKept())
    : halfMoved(moves, issueKey, stored.id);
}

/** Reads a worklog, or the one that it has become by moves, once what earlier calls have sent of it has an outcome. */
async function readAsMoved(id: string, context: CallContext, writer: Writer) {
  const found = await readSettled(id, context, writer);
  const now = writer.journal.moves.idNow(id, found?.worklog);
  return now === id ? found : readSettled(now, context, writer);
}

async function readSettled(worklogId: string, context: CallContext, writer: Writer) {
  await settleDeletes(({ id }) => id === worklogId, context, writer);
  await waitForEarlierChange(worklogId, context, writer);
  return context.timesheet.readWorklog(worklogId, context);
}

/** Until a change that was sent and got no response is stored, or never will be. */
async function waitForEarlierChange(
  id: string,
  { clock, signal, deadline }: CallContext,
  { journal }: Writer,
): Promise<void> {
  const wait = journal.edits.mayBeStoredUntil(id) - clock.wallClock();
  if (wait <= 0) return;
  if (clock.now() + wait >= deadline) throw outOfTime();
  await clock.sleep(wait, signal);
}

async function issueOf({ issueId }: FullWorklog, context: CallContext): Promise<Issue> {
  const issues = await context.timesheet.issuesById([issueId], context);
  return issues.get(issueId) ?? { id: issueId, key: issueId, summary: "" };
}

/** A change that adds nothing to its date may be made on any. */
async function refuseOverfullDay(
  old: FullWorklog,
  wanted: FullWorklog,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const { id, date, seconds } = wanted;
  if (date === old.date && seconds <= old.seconds) return;
  const { existing, readAt } = await readExisting({ startDate: date, endDate: date }, context, writer);
  const { stored, open } = findUnlisted(existing, writer.journal, readAt);
  const unlisted = [...stored.filter((known) => known.id !== id), ...open].filter(
    (known) => known.date === date,
  );
  const others = existing.filter((worklog) => worklog.id !== id);
  const secondsOf = (times: readonly { seconds: number }[]) =>
    times.reduce((sum, time) => sum + time.seconds, 0);
  const sum = secondsOf(others) + secondsOf(unlisted) + seconds;
  if (sum > DAY_SECONDS) throw tooManyHours(wanted, sum, secondsOf(unlisted));
}
