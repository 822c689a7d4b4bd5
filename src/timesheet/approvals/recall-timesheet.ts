import type { CallContext, Writer } from "../call-context.ts";
import { RejectedError } from "../errors.ts";
import type { Approval } from "../port.ts";
import { approvedAlready, noSuchPeriod, notFirstDate, refusedInLockedPeriod } from "./errors.ts";
import { type ChangedStatus, sendOnce, waitForEarlier } from "./send-once.ts";

export interface RecallRequest {
  /** First date of the period. */
  startDate: string;
  comment?: string;
}

/** A timesheet that is open. */
export interface Recall {
  period: Approval;
  /** False if it is not known that this call has opened it. */
  isRecalled: boolean;
}

/**
 * Opens a timesheet again that the user has submitted. It is sent once, as a submission is, and only while the timesheet is in review.
 *
 * @throws RejectedError if it is approved; other TimesheetErrors. Nothing was recalled unless it is an OutcomeUnknownError
 */
export async function recallTimesheet(
  { startDate, comment = "" }: RecallRequest,
  context: CallContext,
): Promise<Recall> {
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const read = async () => {
      const found = await readPeriod(startDate, context);
      if (found.status === "approved") throw approvedAlready(found);
      return found;
    };
    let period = await read();
    while (await waitForEarlier(period, context, writer)) period = await read();
    if (period.status === "open") return { period, isRecalled: false };
    const { made, found = period } = await send(period, comment, context, writer);
    if (made) return { period: made, isRecalled: true };
    if (found.status === "approved") throw approvedAlready(found);
    return { period: found, isRecalled: false };
  });
}

async function readPeriod(startDate: string, context: CallContext): Promise<Approval> {
  const range = { startDate, endDate: startDate };
  const [period] = await context.timesheet.approvals.read(range, (periods) => periods, context);
  if (!period) throw noSuchPeriod(startDate, "recall");
  if (period.startDate !== startDate) throw notFirstDate(startDate, period, "recall");
  return period;
}

async function send(
  period: Approval,
  comment: string,
  context: CallContext,
  writer: Writer,
): Promise<ChangedStatus> {
  try {
    return await sendOnce(
      {
        period,
        effect: "recalled",
        send: (scope) => context.timesheet.approvals.recall({ period, comment }, scope),
        isReached: ({ status }) => status === "open",
        isAsSent: (found) => isAsSent(period, comment, found),
      },
      context,
      writer,
    );
  } catch (error) {
    throw error instanceof RejectedError && error.httpStatus !== undefined
      ? refusedInLockedPeriod(error, period)
      : error;
  }
}

/** A reviewer who rejects a timesheet opens it too, with another comment. Without one, Tempo may keep that of the submission. */
function isAsSent(before: Approval, comment: string, { comment: found = "" }: Approval): boolean {
  const sent = comment.trim();
  const kept = sent === "" ? [sent, (before.comment ?? "").trim()] : [sent];
  return kept.includes(found.trim());
}
