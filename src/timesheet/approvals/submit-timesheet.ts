import type { CallContext } from "../call-context.ts";
import { OutcomeUnknownError, TimesheetError } from "../errors.ts";
import type { Approval } from "../port.ts";
import { LATEST_COMMIT_MS, REJECTION_CHECK_DELAYS_MS, SUBMISSION_CHECK_DELAYS_MS } from "../timeline.ts";
import { recordIntent, type Writer } from "../writers.ts";
import { earlierSubmission, seemsOpen, unknownSubmission } from "./errors.ts";
import { planSubmission, type SubmissionPlan, type SubmissionRequest } from "./plan-submission.ts";

export interface Submission {
  plan: SubmissionPlan;
  /** The timesheet that Tempo holds after this call has submitted it; undefined if it has not. */
  submitted?: Approval;
  /** The timesheet that was found after sending, if it is not known who submitted it. */
  found?: Approval;
}

/** The outcome of a request, or the error that says that it had none, or that it is unknown. */
type Outcome = Pick<Submission, "submitted" | "found"> | TimesheetError;

/**
 * Plans which timesheet to submit, and submits it if `confirm` is the plan's digest. The plan is made anew while nothing else writes
 * for the user, so what is submitted is what was confirmed. It is sent once: if no response settles it, its status does.
 *
 * @throws TimesheetError; nothing was submitted unless it is an OutcomeUnknownError
 */
export async function submitTimesheet(request: SubmissionRequest, context: CallContext): Promise<Submission> {
  if (request.confirm === undefined) return { plan: await planSubmission(request, context) };
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const earlier = await planSubmission(request, context);
    const isConfirmed = ({ digest }: SubmissionPlan) => digest !== undefined && digest === request.confirm;
    if (!isConfirmed(earlier)) return { plan: earlier };
    const plan = (await waitForEarlier(earlier, context, writer))
      ? await planSubmission(request, context)
      : earlier;
    if (!isConfirmed(plan)) return { plan };
    return { plan, ...(await send(plan, context, writer)) };
  });
}

/** Until a request of an earlier call has taken effect, or never will. Returns whether it has waited. */
async function waitForEarlier(
  { approval }: SubmissionPlan,
  { clock, signal, deadline }: CallContext,
  { journal }: Writer,
): Promise<boolean> {
  const wait = journal.submissions.mayTakeEffectUntil(approval.startDate) - clock.wallClock();
  if (wait <= 0) return false;
  if (clock.now() + wait >= deadline) throw earlierSubmission(approval);
  await clock.sleep(wait, signal);
  return true;
}

async function send(
  plan: SubmissionPlan,
  context: CallContext,
  writer: Writer,
): Promise<Pick<Submission, "submitted" | "found">> {
  const { timesheet, changes } = context;
  const { approval: period, reviewer, comment } = plan;
  const { journal } = writer;
  let isSent = false;
  const beforeWrite = async () => {
    await recordIntent(writer, () => journal.submitting(period.startDate));
    isSent = true;
    changes.possiblyMade("submitted", [period.startDate]);
  };
  const outcome = await attempt();
  if (outcome instanceof OutcomeUnknownError) throw outcome;
  journal.submissionSettled(period.startDate);
  changes.notMade("submitted", period.startDate);
  if (outcome instanceof TimesheetError) throw outcome;
  if (outcome.submitted) changes.made("submitted", [period.startDate]);
  return outcome;

  async function attempt(): Promise<Outcome> {
    let failure: TimesheetError;
    try {
      const scope = { ...context, beforeWrite };
      const response = await timesheet.approvals.submit({ period, reviewer, comment }, scope);
      if (response.status !== "open") return { submitted: response };
      // A response that calls it open does not say whether it was submitted.
      failure = unknownSubmission(period);
    } catch (error) {
      if (!(error instanceof TimesheetError && isSent)) throw error;
      failure = error;
    }
    return findOutcome(plan, failure, context);
  }
}

/**
 * The outcome of a submission without a response that says so: its status, once Tempo can no longer carry it out. An
 * OutcomeUnknownError if it cannot be known.
 */
async function findOutcome(
  plan: SubmissionPlan,
  failure: TimesheetError,
  context: CallContext,
): Promise<Outcome> {
  const { clock, signal, deadline } = context;
  const { approval: period } = plan;
  // A failure without a status never left this machine.
  if (failure.httpStatus === undefined && !failure.mayBeStored) return failure;
  const lastCheck = clock.now() + (failure.mayBeStored ? LATEST_COMMIT_MS : REJECTION_CHECK_DELAYS_MS.before);
  for (const delay of [...SUBMISSION_CHECK_DELAYS_MS, LATEST_COMMIT_MS]) {
    const wait = Math.min(delay, lastCheck - clock.now());
    if (clock.now() + wait >= deadline) break;
    await clock.sleep(Math.max(0, wait), signal);
    if (signal.aborted) break;
    const isLast = clock.now() >= lastCheck;
    const found = await readStatus(period, context);
    if (found && found.status !== "open")
      return failure.mayBeStored && isAsSent(plan, found) ? { submitted: found } : { found };
    if (found && isLast) return failure.mayBeStored ? seemsOpen(period, failure) : failure;
    if (isLast) break;
  }
  return unknownSubmission(period, failure);
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

/** If it is not as sent, another client has submitted it, or it has been approved since. */
function isAsSent({ reviewer, comment }: SubmissionPlan, found: Approval): boolean {
  return (
    found.status === "in_review" &&
    (found.comment ?? "").trim() === comment.trim() &&
    (reviewer === undefined || found.reviewer === reviewer.name)
  );
}
