import type { CallContext, Writer } from "../call-context.ts";
import { summariseDays } from "../day-balance.ts";
import { digestOf } from "../digest.ts";
import { RejectedError } from "../errors.ts";
import { mayTakeEffect, stillInDoubt } from "../ledger/errors.ts";
import { performOne } from "../ledger/perform.ts";
import { recover } from "../ledger/recover.ts";
import type { Approval, CallScope, Reviewer } from "../port.ts";
import { STATUS_LAG_MS } from "../timeline.ts";
import {
  approvedAlready,
  noSuchPeriod,
  notFirstDate,
  notMade,
  notShownYet,
  refusedInLockedPeriod,
  reviewerNeeded,
  reviewerNotFound,
  unknownOutcome,
} from "./errors.ts";
import { readPeriodOf, readStatus } from "./locks.ts";
import { type PeriodHours, withHours } from "./period-hours.ts";

export interface Submission extends ChangedStatus {
  plan: SubmissionPlan;
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
      if (!isConfirmed) return { plan };
      const { approval: period, reviewer, comment } = plan;
      const change: StatusChange = {
        period,
        effect: "submitted",
        send: (scope) => context.timesheet.approvals.submit({ period, reviewer, comment }, scope),
        isReached: ({ status }) => status !== "open",
        isAsSent: (it) => isAsSent(plan, it),
      };
      return { plan, ...(await sendOnce(change, context, writer)) };
    }
  });
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
  const name = given.trim() || undefined;
  const approval = await readPeriod(startDate, "submit", context);
  const [timesheet = { approval, days: [] }] = await withHours([approval], context);
  const { days } = timesheet;
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
    days.map((day) => [day.date, day.requiredSeconds, day.loggedSeconds]),
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

interface RecallRequest {
  /** First date of the period. */
  startDate: string;
  comment?: string;
}

/** A timesheet that is open. */
interface Recall {
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
      const found = await readPeriod(startDate, "recall", context);
      if (found.status === "approved") throw approvedAlready(found);
      return found;
    };
    let period = await read();
    while (await waitForEarlier(period, context, writer)) period = await read();
    if (period.status === "open") return { period, isRecalled: false };
    const change: StatusChange = {
      period,
      effect: "recalled",
      send: (scope) => context.timesheet.approvals.recall({ period, comment }, scope),
      isReached: ({ status }) => status === "open",
      isAsSent: (found) => hasCommentOf(found, comment, period),
    };
    const { made, found = period } = await sendOnce(change, context, writer).catch((error: unknown) => {
      const isRefused = error instanceof RejectedError && error.httpStatus !== undefined;
      throw isRefused ? refusedInLockedPeriod(error, period) : error;
    });
    if (made) return { period: made, isRecalled: true };
    if (found.status === "approved") throw approvedAlready(found);
    return { period: found, isRecalled: false };
  });
}

/** A reviewer who rejects a timesheet opens it too, with another comment. Without one, Tempo may keep that of the submission. */
function hasCommentOf({ comment: found = "" }: Approval, comment: string, before: Approval): boolean {
  const sent = comment.trim();
  const kept = sent === "" ? [sent, (before.comment ?? "").trim()] : [sent];
  return kept.includes(found.trim());
}

async function readPeriod(
  startDate: string,
  verb: "submit" | "recall",
  context: CallContext,
): Promise<Approval> {
  const period = await readPeriodOf(startDate, context);
  if (!period) throw noSuchPeriod(startDate, verb);
  if (period.startDate !== startDate) throw notFirstDate(startDate, period, verb);
  return period;
}

/** A change of how far a timesheet is approved. */
interface StatusChange {
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
interface ChangedStatus {
  /** The one that Tempo holds after this call has changed it; undefined if it has not. */
  made?: Approval;
  /** The one that was found after sending, with another status than before, if it is not known what has changed it. */
  found?: Approval;
}

/**
 * Sends a change once. If no answer says what became of it, the timesheet's status does.
 *
 * @throws TimesheetError; nothing was changed unless it is an OutcomeUnknownError
 */
async function sendOnce(change: StatusChange, context: CallContext, writer: Writer): Promise<ChangedStatus> {
  const { period, effect } = change;
  const { startDate } = period;
  const { changes } = context;
  let answer: Approval | undefined;
  const { sent, failure } = await performOne<Approval>(
    {
      intents: [{ op: "status", period: startDate, from: period.status, effect }],
      changes: { effect, names: [startDate] },
      send: change.send,
      fatesOf(response, intents) {
        // An answer with another status does not say whether the request took effect.
        if (!change.isReached(response)) return [];
        answer = response;
        return intents.map((it) => [it, "done"]);
      },
    },
    context,
    writer,
  );
  const { fate } = sent;
  if (fate.is === "done") {
    const made = answer ?? (await readStatus(startDate, context));
    if (answer === undefined && made && !change.isAsSent(made)) {
      changes.notMade(effect, startDate);
      return { found: made };
    }
    changes.made(effect, [startDate]);
    return { made: made ?? period };
  }
  if (fate.is === "void") throw notMade(period, effect, failure);
  const until = fate.is === "unsure" ? undefined : mayTakeEffect(sent, writer.ledger, context);
  throw unknownOutcome(period, effect, failure, until);
}

/**
 * Decides what became of a request of an earlier call, and waits until Tempo shows the last one that has taken effect, or may have. Returns
 * whether it has waited, so that the timesheet has to be read again.
 *
 * @throws NotSentError if that takes longer than the call may
 */
async function waitForEarlier(approval: Approval, context: CallContext, writer: Writer): Promise<boolean> {
  const { startDate, status } = approval;
  const { clock, signal, deadline } = context;
  const { ledger } = writer;
  const isPeriod = (sent: { op: string; period?: string }) =>
    sent.op === "status" && sent.period === startDate;
  const wasInDoubt = ledger.inDoubt().some(isPeriod);
  const [left] = await recover(isPeriod, context, writer);
  if (left) throw stillInDoubt(left, writer, context);
  if (wasInDoubt) return true;
  const last = ledger.lastStatus(startDate);
  const isShown = !last || (last.effect === "recalled") === (status === "open");
  const wait =
    last && !isShown && "at" in last.fate && last.fate.is === "done"
      ? last.fate.at + STATUS_LAG_MS - clock.wallClock()
      : 0;
  if (wait <= 0) return false;
  if (clock.now() + wait >= deadline) throw notShownYet(approval);
  await clock.sleep(wait, signal);
  return true;
}
