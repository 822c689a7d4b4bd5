import type { CallContext, Writer } from "../call-context.ts";
import { summariseDays } from "../day-balance.ts";
import { digestOf } from "../digest.ts";
import type { Approval, Reviewer } from "../port.ts";
import { noSuchPeriod, notFirstDate, reviewerNeeded, reviewerNotFound } from "./errors.ts";
import { type PeriodHours, withHours } from "./period-hours.ts";
import { sendOnce, waitForEarlier } from "./send-once.ts";

export interface Submission {
  plan: SubmissionPlan;
  /** The timesheet that Tempo holds after this call has submitted it; undefined if it has not. */
  submitted?: Approval;
  /** The timesheet that was found after sending, if it is not known who submitted it. */
  found?: Approval;
}

/**
 * Plans which timesheet to submit, and submits it if `confirm` is the plan's digest. The plan is made anew while nothing else writes
 * for the user, so what is submitted is what was confirmed. It is sent once: if no response settles it, its status does.
 *
 * @throws TimesheetError; nothing was submitted unless it is an OutcomeUnknownError
 */
export async function submitTimesheet(request: SubmissionRequest, context: CallContext): Promise<Submission> {
  if (request.confirm === undefined || context.onlyPlans)
    return { plan: await planSubmission(request, context) };
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    for (;;) {
      const plan = await planSubmission(request, context);
      const isConfirmed = plan.digest === request.confirm;
      if (!isConfirmed && plan.approval.status === "open") return { plan };
      if (await waitForEarlier(plan.approval, context, writer)) continue;
      return { plan, ...(isConfirmed && (await send(plan, context, writer))) };
    }
  });
}

async function send(
  plan: SubmissionPlan,
  context: CallContext,
  writer: Writer,
): Promise<Pick<Submission, "submitted" | "found">> {
  const { approval: period, reviewer, comment } = plan;
  const { made, found } = await sendOnce(
    {
      period,
      effect: "submitted",
      send: (scope) => context.timesheet.approvals.submit({ period, reviewer, comment }, scope),
      isReached: ({ status }) => status !== "open",
      isAsSent: (it) => isAsSent(plan, it),
    },
    context,
    writer,
  );
  return { ...(made && { submitted: made }), ...(found && { found }) };
}

/** If it is not as sent, another client has submitted it, or it has been approved since. */
function isAsSent({ reviewer, comment }: SubmissionPlan, found: Approval): boolean {
  return (
    found.status === "in_review" &&
    (found.comment ?? "").trim() === comment.trim() &&
    (reviewer === undefined || found.reviewer === reviewer.name)
  );
}

export interface SubmissionRequest {
  /** First date of the period. */
  startDate: string;
  /** The name, or the id; undefined for the only one there is. */
  reviewer?: string;
  comment?: string;
  evenIfMissing?: boolean;
  /** Digest of the plan to carry out. */
  confirm?: string;
}

/** The timesheet that would be submitted. */
export interface SubmissionPlan extends PeriodHours {
  /** Undefined if Tempo chooses, or the period is not open. */
  reviewer: Reviewer | undefined;
  comment: string;
  /** Undefined if there is nothing to confirm: it is not open, or hours are missing. */
  digest: string | undefined;
}

/** @throws NotFoundError if there is no such period, InvalidInputError for a date inside one or for the reviewer */
export async function planSubmission(
  { startDate, reviewer: given = "", comment = "", evenIfMissing = false }: SubmissionRequest,
  context: CallContext,
): Promise<SubmissionPlan> {
  const range = { startDate, endDate: startDate };
  const name = given.trim() || undefined;
  const approvals = await context.timesheet.approvals.read(range, (periods) => periods, context);
  const [timesheet] = await withHours(approvals, context);
  if (!timesheet) throw noSuchPeriod(startDate, "submit");
  const { approval, days } = timesheet;
  if (approval.startDate !== startDate) throw notFirstDate(startDate, approval, "submit");
  if (approval.status !== "open") return { ...timesheet, reviewer: undefined, comment, digest: undefined };
  const reviewer = await chooseReviewer(name, context);
  const isComplete = summariseDays(days).days.length === 0;
  const content = [
    approval.startDate,
    approval.endDate,
    // The name as given is taken too: several users may have one name.
    name,
    reviewer?.name,
    comment,
    days.map((day) => [day.date, day.requiredSeconds, day.bookedSeconds]),
  ];
  return {
    ...timesheet,
    reviewer,
    comment,
    digest: isComplete || evenIfMissing ? digestOf([content]) : undefined,
  };
}

/** Finds a reviewer by name in any case, or by id. */
async function chooseReviewer(name: string | undefined, context: CallContext): Promise<Reviewer | undefined> {
  const candidates = await context.timesheet.approvals.findReviewers(name, context);
  if (!candidates) throw reviewerNeeded(undefined);
  if (name === undefined) {
    if (candidates.length > 1) throw reviewerNeeded(candidates);
    return candidates[0];
  }
  const wanted = plain(name);
  const exact = candidates.filter(
    ({ id, name: shown, login = "" }) => id === name || [plain(shown), plain(login)].includes(wanted),
  );
  const found =
    exact.length > 0 ? exact : candidates.filter((reviewer) => plain(reviewer.name).includes(wanted));
  const [reviewer] = found;
  if (!reviewer || found.length > 1)
    throw reviewerNotFound(name, found.length > 1 ? found : candidates, found.length > 1);
  return reviewer;
}

function plain(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
