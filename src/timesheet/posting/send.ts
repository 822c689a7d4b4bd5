import pLimit from "p-limit";
import { contentKey } from "../content.ts";
import {
  ForbiddenError,
  NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  TimesheetError,
  UnauthorizedError,
  UnavailableError,
} from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { cancelledBeforeSending, leaseLost, outOfTime } from "../not-sent.ts";
import type { NewWorklog, StoredWorklog } from "../port.ts";
import { FIRST_RETRY_DELAY_MS, MAX_RETRY_DELAY_MS } from "../timeline.ts";
import { recordIntent } from "../writers.ts";
import {
  interruptedByBug,
  missingFromResponse,
  repeatable,
  stoppedAfterWrongAuthor,
  storedUnderAnotherUser,
} from "./errors.ts";
import { matchResponse } from "./match-response.ts";
import type { PostingRun } from "./run.ts";

/** Rejections of what was sent, not of the sender: in a group, they may be meant for one of it. */
const REJECTIONS = [RejectedError, ForbiddenError, NotFoundError];

/** Worklogs that the responses do not settle are rejected, which is still to be verified, or uncertain; or ready, if upstream is busy. */
export async function send(run: PostingRun, worklogs: readonly NewWorklog[]): Promise<void> {
  const { batchSize, concurrency } = run.context.timesheet.createLimits;
  const { clock, signal } = run.context;
  const wait = Math.min(run.busyUntil, run.sendUntil) - clock.now();
  if (wait > 0) await clock.sleep(wait, signal);
  run.isBusy = false;
  await pLimit(concurrency).map(queues(run, worklogs, batchSize), async (queue) => {
    for (const group of queue) await sendGroup(run, group);
  });
}

export function reasonToStop({
  context,
  writer,
  stopReason,
  sendUntil,
}: PostingRun): TimesheetError | undefined {
  if (stopReason) return stopReason;
  if (context.signal.aborted) return cancelledBeforeSending();
  if (!writer.mayWrite()) return leaseLost();
  return context.clock.now() < sendUntil ? undefined : outOfTime();
}

async function sendGroup(run: PostingRun, group: NewWorklog[]): Promise<void> {
  const { context, writer, batch } = run;
  const reason = reasonToStop(run);
  if (reason) return batch.fail(group, reason);
  if (run.isBusy) return;
  let isSent = false;
  const beforeWrite = async () => {
    await recordIntent(writer, () => batch.markSending(group));
    if (!isSent) batch.markSent(group);
    isSent = true;
  };
  const whenSent = () => announceAllSent(run);
  run.inProgress += 1;
  try {
    const bodies = group.map((worklog) => withStartTime(run, worklog));
    settleByResponse(
      run,
      group,
      await context.timesheet.createWorklogs(bodies, { ...context, beforeWrite, whenSent }),
    );
  } catch (error) {
    const failure = failureOf(error, run);
    if (failure instanceof UnauthorizedError) run.stopReason = failure;
    if (failure.mayBeStored) batch.markUnknown(group, failure);
    else if (!isSent || failure.httpStatus === undefined) batch.fail(group, failure);
    else markRejected(run, group, failure);
  }
  run.inProgress -= 1;
  announceAllSent(run);
}

/** Not before another request may be in progress at the same time. */
function announceAllSent({ batch, context, inProgress, whenAllSent }: PostingRun): void {
  const { concurrency } = context.timesheet.createLimits;
  if (inProgress < concurrency && batch.isAllSent()) whenAllSent();
}

/** A repeated call recognises what was stored by its content and by the journal, whatever Tempo has changed. */
function failureOf(error: unknown, { context, writer }: PostingRun): TimesheetError {
  if (!(error instanceof TimesheetError)) return interruptedByBug(error);
  const isRecognised = context.duplicates === "skip" && writer.isKept();
  return error instanceof OutcomeUnknownError && isRecognised ? repeatable(error) : error;
}

function withStartTime({ startTimes }: PostingRun, worklog: NewWorklog): NewWorklog {
  const startTime = startTimes.get(worklog);
  return startTime === undefined ? worklog : { ...worklog, startTime };
}

/** A part of a rejected request may be stored all the same, so the existing worklogs decide what happens next. */
function markRejected(run: PostingRun, group: readonly NewWorklog[], failure: TimesheetError): void {
  const { clock } = run.context;
  run.batch.markRejected(group, failure);
  if (failure instanceof UnavailableError) {
    const sends = 1 + Math.max(...group.map((worklog) => run.busySends.get(worklog) ?? 0));
    for (const worklog of group) run.busySends.set(worklog, sends);
    const backoff = Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** (sends - 1));
    const delay = failure.retryAfter ?? backoff * (0.5 + clock.random() / 2);
    run.isBusy = true;
    run.busyUntil = Math.max(run.busyUntil, clock.now() + delay);
  } else {
    const mayBeMeantForOne = group.length > 1 && REJECTIONS.some((kind) => failure instanceof kind);
    for (const worklog of group)
      if (mayBeMeantForOne) run.alone.add(worklog);
      else run.alone.delete(worklog);
  }
}

function settleByResponse(
  run: PostingRun,
  group: readonly NewWorklog[],
  listed: readonly StoredWorklog[],
): void {
  const { batch } = run;
  // An id that existed before, or that another entry has, proves nothing: a cache may have answered.
  const stored = [...new Map(listed.map((worklog) => [worklog.id, worklog])).values()].filter(
    ({ id, createdAt }) => !batch.isClaimed(id, createdAt),
  );
  const { matches, unmatched } = matchResponse(group, stored);
  const own = [...matches].filter(([, match]) => match.isOwn);
  batch.settleStored(
    own.map(([worklog, match]) => [
      worklog,
      { ...match, billableSeconds: match.billableSeconds ?? worklog.billableSeconds },
    ]),
  );
  for (const worklog of group) {
    const match = matches.get(worklog);
    if (match?.isOwn) continue;
    if (!match) {
      const failure = missingFromResponse(worklog, unmatched);
      // A worklog that Tempo lists with another date or duration may be this one: sending it again could store it twice.
      batch.markUnknown([worklog], failure);
      if (unmatched.size > 0) batch.failUncertain(worklog, failure);
    } else {
      batch.claimStored([match]);
      batch.failUncertain(worklog, storedUnderAnotherUser(match));
      run.stopReason = stoppedAfterWrongAuthor();
    }
  }
  expectDuplicates(run, matches, unmatched);
}

/** A gateway may have sent the request twice: what the response lists beyond what was sent is looked at later. */
function expectDuplicates(
  { batch, context }: PostingRun,
  matches: ReadonlyMap<NewWorklog, StoredWorklog>,
  unmatched: ReadonlySet<StoredWorklog>,
): void {
  for (const extra of unmatched) {
    const key = (worklog: StoredWorklog) =>
      contentKey("", { ...worklog, billableSeconds: worklog.billableSeconds ?? worklog.seconds });
    const [twin] = [...matches].find(([, match]) => extra.isOwn && key(match) === key(extra)) ?? [];
    if (twin) batch.expectDuplicate(twin);
    else {
      batch.claimStored([extra]);
      context.log(`Tempo also lists worklog ${extra.id} as stored, which was not sent; check in Tempo`);
    }
  }
}

/** Each queue is sent in order. Tempo rejects a bulk request on an issue while another is in progress on it. */
function queues({ alone }: PostingRun, worklogs: readonly NewWorklog[], batchSize: number): NewWorklog[][][] {
  const perIssue = [...groupBy(worklogs, ({ issue }) => issue.id).values()].map((ofIssue) => {
    const together = ofIssue.filter((worklog) => !alone.has(worklog));
    const groups = Array.from({ length: Math.ceil(together.length / batchSize) }, (_, index) =>
      together.slice(index * batchSize, (index + 1) * batchSize),
    );
    return [...groups, ...ofIssue.filter((worklog) => alone.has(worklog)).map((worklog) => [worklog])];
  });
  return batchSize > 1 ? perIssue : perIssue.flat().map((group) => [group]);
}
