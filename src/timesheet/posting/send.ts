import pLimit from "p-limit";
import {
  ForbiddenError,
  NotFoundError,
  RejectedError,
  TimesheetError,
  UnauthorizedError,
} from "../errors.ts";
import { groupBy } from "../group-by.ts";
import type { NewWorklog, StoredWorklog } from "../port.ts";
import type { Outcome } from "./batch-state.ts";
import {
  ambiguousMatch,
  cancelledBeforeSending,
  interruptedByBug,
  missingFromResponse,
  outOfTime,
  stoppedAfterWrongAuthor,
  storedUnderAnotherUser,
  unknownAfterRejection,
} from "./errors.ts";
import { matchResponse } from "./match-response.ts";
import { type PostingRun, readUnclaimed } from "./run.ts";

/** Rejections of what was sent, not of the sender: in a group, they may be meant for one of it. */
const REJECTIONS = [RejectedError, ForbiddenError, NotFoundError];

/** Sends worklogs, and settles what the responses settle; the outcome of the others is unknown. */
export async function send(run: PostingRun, worklogs: readonly NewWorklog[]): Promise<void> {
  const { batchSize, concurrency } = run.context.timesheet.createLimits;
  await pLimit(concurrency).map(queues(worklogs, batchSize), async (queue) => {
    for (const group of queue) await sendGroup(run, group);
  });
}

/** Why nothing more can be sent; undefined if something can. */
export function obstacle({ context, stopReason, sendUntil }: PostingRun): TimesheetError | undefined {
  if (stopReason) return stopReason;
  if (context.signal.aborted) return cancelledBeforeSending();
  return context.clock.now() < sendUntil ? undefined : outOfTime();
}

async function sendGroup(run: PostingRun, group: NewWorklog[]): Promise<void> {
  const { context, batch } = run;
  const reason = obstacle(run);
  if (reason) {
    batch.fail(group, reason);
    return;
  }
  batch.markSending(group);
  try {
    settleByResponse(run, group, await context.timesheet.createWorklogs(group, context));
  } catch (error) {
    const failure = error instanceof TimesheetError ? error : interruptedByBug(error);
    if (failure instanceof UnauthorizedError) run.stopReason = failure;
    const isRejection = REJECTIONS.some((kind) => failure instanceof kind);
    if (isRejection && group.length > 1) await settleRejectedGroup(run, group, failure);
    else settleFailed(run, group, failure);
  }
}

function settleByResponse(run: PostingRun, group: readonly NewWorklog[], stored: StoredWorklog[]): void {
  const { batch } = run;
  const { matches, unmatched } = matchResponse(group, stored);
  batch.claimStored(stored);
  const settled: [NewWorklog, Outcome][] = [];
  for (const worklog of group) {
    const match = matches.get(worklog);
    if (!match) {
      const failure = missingFromResponse(worklog, unmatched);
      // What Tempo lists with another date or duration may be this one: sending it again could store it twice.
      if (unmatched.size > 0) settled.push([worklog, { failure }]);
      else batch.markUnknown(worklog, failure);
    } else if (match.isOwn) {
      const billableSeconds = match.billableSeconds ?? worklog.billableSeconds;
      settled.push([worklog, { stored: { ...match, billableSeconds } }]);
    } else {
      settled.push([worklog, { failure: storedUnderAnotherUser(match) }]);
      run.stopReason = stoppedAfterWrongAuthor();
    }
  }
  batch.settle(settled);
}

function settleFailed({ batch }: PostingRun, group: readonly NewWorklog[], failure: TimesheetError): void {
  if (failure.mayBeStored) for (const worklog of group) batch.markUnknown(worklog, failure);
  else batch.fail(group, failure);
}

/**
 * Nobody promises that nothing of a rejected group was stored, so the existing worklogs are read first. The rest is sent
 * again one by one, so that each has its own reason.
 */
async function settleRejectedGroup(
  run: PostingRun,
  group: NewWorklog[],
  rejection: TimesheetError,
): Promise<void> {
  const { batch } = run;
  const uncertain = [...new Set([...batch.uncertain(), ...group])];
  const found = await readUnclaimed(run, uncertain);
  if (!found) {
    settleFailed(run, group, unknownAfterRejection(rejection));
    return;
  }
  const { ambiguous } = batch.adopt(uncertain, found);
  for (const worklog of group) {
    const candidates = ambiguous.get(worklog);
    if (candidates) batch.markUnknown(worklog, ambiguousMatch(worklog, candidates));
    else if (!batch.isSettled(worklog)) await sendGroup(run, [worklog]);
  }
}

/**
 * The worklogs in groups of one issue, and the groups in queues, each sent one group after the other. Groups of several
 * worklogs of an issue share a queue: Tempo rejects a bulk request on an issue while another is in progress on it.
 */
function queues(worklogs: readonly NewWorklog[], batchSize: number): NewWorklog[][][] {
  const perIssue = [...groupBy(worklogs, ({ issue }) => issue.id).values()].map((ofIssue) =>
    Array.from({ length: Math.ceil(ofIssue.length / batchSize) }, (_, index) =>
      ofIssue.slice(index * batchSize, (index + 1) * batchSize),
    ),
  );
  return batchSize > 1 ? perIssue : perIssue.flat().map((group) => [group]);
}
