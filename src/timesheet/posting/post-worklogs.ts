import type { CallContext } from "../call-context.ts";
import { secondsByDate } from "../day-balance.ts";
import { TimesheetError } from "../errors.ts";
import { OverbookedDays } from "../overbooked.ts";
import type { ScheduledDay } from "../port.ts";
import { MAX_SEND_ROUNDS, SENDING_SHARE } from "../timeline.ts";
import type { Writer } from "../writers.ts";
import { BatchState } from "./batch-state.ts";
import { bookedSeconds, findUnlisted, refuseOverfullDays } from "./day-hours.ts";
import { ambiguousMatch } from "./errors.ts";
import { deleteLateDuplicates } from "./late-duplicates.ts";
import { logLateEffects } from "./late-effects.ts";
import type { ExistingList } from "./list-existing.ts";
import { explainRefusals, refuseLockedDates } from "./locked-dates.ts";
import { isWorklog, type Posted, type Row, type RowOutcome } from "./outcome.ts";
import { readExisting } from "./read-existing.ts";
import { recogniseExisting } from "./recognise.ts";
import { reconcile } from "./reconcile.ts";
import { type PostingRun, rangeOf } from "./run.ts";
import { reasonToStop, send } from "./send.ts";
import { startTimesOf } from "./start-times.ts";
import { verifyRejections } from "./verify-rejections.ts";

/**
 * Stores worklogs, each once. One row's failure never affects another.
 *
 * The existing worklogs are read first, and a worklog that is one of them is not sent. After a request of unknown outcome, the
 * worklogs that appeared since show what was stored; only the others are sent again. What cannot be settled is reported as
 * unknown, never as stored. A worklog with which its date would have more than 24 hours is not sent.
 *
 * @param schedule that of the rows' dates, if it has been read
 * @throws TimesheetError if the existing worklogs cannot be read, or another process writes until the deadline; nothing was sent
 */
export async function postWorklogs(
  rows: readonly Row[],
  context: CallContext,
  schedule?: readonly ScheduledDay[],
): Promise<Posted> {
  const failures = rows.filter((row) => row instanceof TimesheetError);
  if (failures.length === rows.length) {
    context.progress(rows.length, rows.length);
    return { outcomes: failures.map((failure) => ({ failure })), overbooked: [] };
  }
  const range = rangeOf(rows.filter(isWorklog));
  const owner = await context.timesheet.getOwner(context);
  const days = new OverbookedDays(range, context, schedule);
  try {
    const { outcomes, booked } = await context.writers.run(owner, context, async (writer) => {
      const batch = new BatchState(rows, context, writer.journal);
      const list = await readExisting(range, context, writer);
      logLateEffects(list.existing, context, writer.journal);
      return post(batch, list, context, writer, () => days.readSchedule());
    });
    return { outcomes, overbooked: await days.find(booked) };
  } finally {
    days.stop();
  }
}

/**
 * Stores the rows of a batch, as `postWorklogs` describes; nothing else writes for the user meanwhile.
 *
 * @returns `booked` has the seconds of all of the user's worklogs by date, on the dates of the rows that are stored
 */
export async function post(
  batch: BatchState,
  { existing, readAt }: ExistingList,
  context: CallContext,
  writer: Writer,
  whenAllSent = () => {},
): Promise<{ outcomes: RowOutcome[]; booked: ReadonlyMap<string, number> }> {
  const now = context.clock.now();
  const run: PostingRun = {
    context,
    writer,
    batch,
    inProgress: 0,
    whenAllSent,
    sendUntil: now + (context.deadline - now) * SENDING_SHARE,
    stopReason: undefined,
    cannotRead: false,
    isBusy: false,
    busyUntil: now,
    busySends: new Map(),
    alone: new Set(),
    notAgain: new Set(),
    startTimes: new Map(),
  };
  const possibleCopies = context.duplicates === "skip" ? await recogniseExisting(run, existing, readAt) : [];
  const unlisted = findUnlisted(existing, writer.journal, readAt).stored;
  // Worklogs that a call has moved there a moment ago exist too, though the list does not show them there yet.
  const moved = unlisted.flatMap(({ issueId, ...it }) => (issueId === undefined ? [] : { ...it, issueId }));
  batch.claimExisting([...existing, ...moved]);
  refuseOverfullDays(run, existing, readAt);
  await refuseLockedDates(run);
  if (context.startTime !== undefined) {
    run.startTimes = startTimesOf(batch.unsettled(), context.startTime, existing, secondsByDate(unlisted));
  }

  let pending = batch.ready();
  for (let reconciled = 0; reconciled < MAX_SEND_ROUNDS; ) {
    await send(run, pending);
    await verifyRejections(run);
    const reason = reasonToStop(run);
    if (reason) batch.fail(batch.ready(), reason);
    pending = batch.ready();
    if (pending.length > 0) continue;
    pending = await reconcile(run);
    if (pending.length === 0 || reasonToStop(run)) break;
    reconciled += 1;
  }
  if (batch.resent.length > 0) await deleteLateDuplicates(run);
  for (const [worklog, copy] of possibleCopies) {
    batch.reportDuplicate(worklog, copy.id);
    if (batch.uncertain().includes(worklog)) batch.explainUnknown(worklog, ambiguousMatch(worklog, [copy]));
  }
  const outcomes = await explainRefusals(batch.rows, batch.finish(), context);
  return { outcomes, booked: bookedSeconds(batch.rows, outcomes, existing) };
}
