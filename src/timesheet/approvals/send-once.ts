import type { CallContext } from "../call-context.ts";
import { OutcomeUnknownError, TimesheetError } from "../errors.ts";
import type { Approval, CallScope } from "../port.ts";
import { LATEST_COMMIT_MS, REJECTION_CHECK_DELAYS_MS, STATUS_CHECK_DELAYS_MS } from "../timeline.ts";
import { recordIntent, type Writer } from "../writers.ts";
import { seemsUnchanged, unknownOutcome } from "./errors.ts";

/** A change of how far a timesheet is approved. */
export interface StatusChange {
  /** The timesheet before it. */
  period: Approval;
  effect: "submitted" | "recalled";
  send(scope: CallScope): Promise<Approval>;
  /** Whether a status is the one that it leads to. */
  isReached(found: Approval): boolean;
  /** Whether a timesheet that has that status is as this change leaves it. Else another client has changed it, or it was changed since. */
  isAsSent(found: Approval): boolean;
}

/** The timesheet after a change. */
export interface ChangedStatus {
  /** The one that Tempo holds after this call has changed it; undefined if it has not. */
  made?: Approval;
  /** The one that was found after sending, with another status than before, if it is not known what has changed it. */
  found?: Approval;
}

/** The outcome of a request, or the error that says that it had none, or that it is unknown. */
type Outcome = (ChangedStatus & { mayComeLater?: boolean }) | TimesheetError;

/**
 * Sends a change once. If no response says what became of it, the timesheet's status does.
 *
 * @throws TimesheetError; nothing was changed unless it is an OutcomeUnknownError
 */
export async function sendOnce(
  change: StatusChange,
  context: CallContext,
  writer: Writer,
): Promise<ChangedStatus> {
  const { period, effect } = change;
  const { startDate } = period;
  const { changes } = context;
  const { journal } = writer;
  let isSent = false;
  const beforeWrite = async () => {
    await recordIntent(writer, () => journal.submitting(startDate, effect === "recalled"));
    isSent = true;
    changes.possiblyMade(effect, [startDate]);
  };
  const outcome = await attempt();
  if (outcome instanceof OutcomeUnknownError) throw outcome;
  const isMade = !(outcome instanceof TimesheetError) && outcome.made !== undefined;
  if (outcome instanceof TimesheetError || !outcome.mayComeLater)
    journal.submissionSettled(startDate, isMade);
  changes.notMade(effect, startDate);
  if (outcome instanceof TimesheetError) throw outcome;
  const { made, found } = outcome;
  if (made) changes.made(effect, [startDate]);
  return { ...(made && { made }), ...(found && { found }) };

  async function attempt(): Promise<Outcome> {
    let failure: TimesheetError;
    try {
      const response = await change.send({ ...context, beforeWrite });
      if (change.isReached(response)) return { made: response };
      // A response with another status does not say whether the request took effect.
      failure = unknownOutcome(period, effect);
    } catch (error) {
      if (!(error instanceof TimesheetError && isSent)) throw error;
      failure = error;
    }
    const shownFrom = journal.submissions.of(startDate).made?.until ?? 0;
    return findOutcome(change, failure, shownFrom, context);
  }
}

/**
 * The outcome of a change without a response that says so: the timesheet's status, once Tempo can no longer carry it out. An
 * OutcomeUnknownError if it cannot be known.
 *
 * @param shownFrom when, by the wall clock, Tempo shows what this user did last: until then it may show what was before
 */
async function findOutcome(
  change: StatusChange,
  failure: TimesheetError,
  shownFrom: number,
  context: CallContext,
): Promise<Outcome> {
  const { clock, signal, deadline } = context;
  const { period, effect } = change;
  // A failure without a status never left this machine.
  if (failure.httpStatus === undefined && !failure.mayBeStored) return failure;
  const lastCheck = clock.now() + (failure.mayBeStored ? LATEST_COMMIT_MS : REJECTION_CHECK_DELAYS_MS.before);
  for (const delay of [...STATUS_CHECK_DELAYS_MS, LATEST_COMMIT_MS]) {
    const wait = Math.min(delay, lastCheck - clock.now());
    if (clock.now() + wait >= deadline) break;
    await clock.sleep(Math.max(0, wait), signal);
    if (signal.aborted) break;
    const isLast = clock.now() >= lastCheck;
    const found = await readStatus(period, context);
    const isChanged = found !== undefined && found.status !== period.status;
    if (isChanged && clock.wallClock() >= shownFrom) {
      const isMade = failure.mayBeStored && change.isReached(found) && change.isAsSent(found);
      if (isMade) return { made: found };
      return { found, mayComeLater: failure.mayBeStored && !isLast };
    }
    if (found && !isChanged && isLast)
      return failure.mayBeStored ? seemsUnchanged(period, effect, failure) : failure;
    if (isLast) break;
  }
  return unknownOutcome(period, effect, failure);
}

/** Undefined if it cannot be read. */
async function readStatus({ startDate }: Approval, context: CallContext): Promise<Approval | undefined> {
  const range = { startDate, endDate: startDate };
  try {
    const [found] = await context.timesheet.approvals.read(range, (periods) => periods, context);
    return found;
  } catch (error) {
    if (error instanceof TimesheetError) return undefined;
    throw error;
  }
}
