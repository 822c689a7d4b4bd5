import { explainingLocks, refuseLocked } from "../approvals/locks.ts";
import type { CallContext } from "../call-context.ts";
import { DAY_SECONDS } from "../limits.ts";
import { outOfTime } from "../not-sent.ts";
import type { FullWorklog, Issue } from "../port.ts";
import { findUnlisted } from "../posting/day-hours.ts";
import { tooManyHours } from "../posting/errors.ts";
import { readExisting } from "../posting/post-worklogs.ts";
import { settleDeletes } from "../settle-deletes.ts";
import { anotherUsers, worklogNotFound } from "../worklog-errors.ts";
import type { Writer } from "../writers.ts";
import { differences, merge, type WorklogChanges } from "./merge.ts";
import { sendChange } from "./send-change.ts";

export interface UpdatedWorklog {
  issue: Issue;
  old: FullWorklog;
  /** Undefined if there was nothing to change. */
  sent: FullWorklog | undefined;
  /** The worklog that Tempo holds. */
  now: FullWorklog;
}

/**
 * Changes an own worklog: reads it, puts the changes in, and sends all of it, since Tempo resets what is left out. Nothing else writes
 * for the user meanwhile; if another client changes the worklog at the same moment, the last write wins.
 *
 * @throws NotFoundError if there is none, ForbiddenError if it is another user's, InvalidInputError if its date would have more than
 * 24 hours; TimesheetError as `sendChange` does
 */
export async function updateOwnWorklog(
  worklogId: string,
  changes: WorklogChanges,
  context: CallContext,
): Promise<UpdatedWorklog> {
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    await settleDeletes(({ id }) => id === worklogId, context, writer);
    await waitForEarlierChange(worklogId, context, writer);
    const found = await context.timesheet.readWorklog(worklogId, context);
    if (!found) throw worklogNotFound(worklogId, "changed");
    if (!found.isOwn) throw anotherUsers(worklogId, "changed");
    const old = found.worklog;
    const wanted = merge(old, changes);
    const issue = await issueOf(old, context);
    if (differences(old, wanted).length === 0) return { issue, old, sent: undefined, now: old };
    await refuseOverfullDay(old, wanted, context, writer);
    const dates = [old.date, wanted.date];
    await refuseLocked(dates, context);
    const now = await explainingLocks(dates, context, () => sendChange({ old, wanted, context, writer }));
    return { issue, old, sent: wanted, now };
  });
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
