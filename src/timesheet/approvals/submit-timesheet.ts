import type { CallContext } from "../call-context.ts";
import type { Approval } from "../port.ts";
import type { Writer } from "../writers.ts";
import { planSubmission, type SubmissionPlan, type SubmissionRequest } from "./plan-submission.ts";
import { sendOnce } from "./send-once.ts";
import { waitForEarlier } from "./wait-for-earlier.ts";

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
