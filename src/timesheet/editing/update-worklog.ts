import { explainingLocks, refuseLocked } from "../approvals/locks.ts";
import type { CallContext, Writer } from "../call-context.ts";
import { stillInDoubt } from "../ledger/errors.ts";
import { admit, idsOfMove, refuseHalfMoved } from "../ledger/moves.ts";
import { datesOf, idsOf, recover, touching } from "../ledger/recover.ts";
import { viewOf } from "../ledger/view.ts";
import { DAY_SECONDS } from "../limits.ts";
import type { FullWorklog, Issue } from "../port.ts";
import { issueNotFound, tooManyHours } from "../posting/errors.ts";
import { FRESH_MS } from "../timeline.ts";
import { readOwn } from "./delete-worklogs.ts";
import { isEqual, merge, type WorklogChanges } from "./merge.ts";
import { type Change, sendChange } from "./send-change.ts";

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
 * @throws NotFoundError if there is none or no such issue, ForbiddenError if it is another user's, InvalidInputError if its date would have more than
 * 24 hours or the issue does not take its attributes; TimesheetError as `sendChange` does
 */
export async function updateOwnWorklog(
  worklogId: string,
  { issueKey, ...changes }: WorklogChanges & { issueKey?: string },
  context: CallContext,
): Promise<UpdatedWorklog> {
  const { timesheet } = context;
  const target = issueKey === undefined ? undefined : await findIssue(issueKey, context);
  const owner = await timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const plan = async () => {
      const read = await readToChange(worklogId, target, changes.date, context, writer);
      return planChange(read, target, changes, context, writer);
    };
    let planned = await plan();
    while (await isOutdated(planned, context)) planned = await plan();
    const { old, oldIssue, issue, wanted } = planned;
    if (isEqual(old, wanted)) return { issue, oldIssue, old, sent: undefined, now: old };
    const now = await explainingLocks([old.date, wanted.date], context, () =>
      sendChange(planned, context, writer),
    );
    return { issue, oldIssue, old, sent: wanted, now };
  });
}

/** A change that may be sent, unless there is nothing to change. */
interface PlannedChange extends Change {
  oldIssue: Issue;
  /** When the old worklog was read, by the clock's `now`. */
  readAt: number;
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
  const changes = { ...others, attributes: await context.timesheet.givenAttributes(given, issue, context) };
  const wanted = { ...merge(old, changes), issueId: issue.id };
  if (!isEqual(old, wanted)) {
    await refuseOverfullDay(old, wanted, context, writer);
    await refuseLocked([old.date, wanted.date], context);
  }
  return { old, changes, wanted, issue, oldIssue, readAt };
}

/** Whether another client has changed the worklog while something else was waited for: what is sent would undo that. */
async function isOutdated({ old, wanted, readAt }: PlannedChange, context: CallContext): Promise<boolean> {
  if (isEqual(old, wanted) || context.clock.now() - readAt <= FRESH_MS) return false;
  const found = await context.timesheet.readWorklog(old.id, context);
  return !found || !isEqual(found.worklog, old);
}

async function findIssue(issueKey: string, context: CallContext): Promise<Issue> {
  const issue = (await context.timesheet.findIssues([issueKey], context)).get(issueKey);
  if (!issue) throw issueNotFound(issueKey, "Nothing was changed.");
  return issue;
}

/**
 * Reads an own worklog once it is decided what earlier calls have sent of it, and of the dates and issues that the change is about.
 *
 * @throws NotSentError if that stays in doubt
 */
async function readToChange(
  asked: string,
  target: Issue | undefined,
  date: string | undefined,
  context: CallContext,
  writer: Writer,
): Promise<FullWorklog> {
  const { ledger } = writer;
  const ids = [asked, ledger.idNow(asked)];
  const [earlier] = await recover((sent) => idsOf(sent).some((id) => ids.includes(id)), context, writer);
  if (earlier) throw stillInDoubt(earlier, writer, context);
  const read = () => readOwn(ledger.idNow(asked), "changed", context);
  const worklog = await read();
  const moves = ledger.openMoves().filter((move) => idsOfMove(move).includes(worklog.id));
  const dates = [worklog.date, date ?? worklog.date, ...moves.flatMap(datesOf)];
  const issueIds = [worklog.issueId, target?.id ?? worklog.issueId];
  const concern = { isDate: (it: string) => dates.includes(it), issueIds };
  const isClear =
    !ledger.inDoubt().some(touching(concern, context)) &&
    !ledger.openMoves().some((move) => datesOf(move).some(concern.isDate));
  const [left] = isClear ? [] : await admit(concern, context, writer);
  if (left) throw stillInDoubt(left, writer, context);
  const settled = isClear ? worklog : await read();
  // A user who keeps both may change them; the call that learns of it says so, and so does each move.
  if (!isClear || target) await refuseHalfMoved(settled.id, context, writer);
  return settled;
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
  const { rows, missing } = await viewOf({ startDate: date, endDate: date }, context, writer.ledger);
  const secondsOf = (times: readonly { id: string; seconds: number }[]) =>
    times.reduce((sum, time) => sum + (time.id === id ? 0 : time.seconds), 0);
  const sum = secondsOf(rows) + secondsOf(missing) + seconds;
  if (sum > DAY_SECONDS) throw tooManyHours(wanted, sum, secondsOf(missing));
}
