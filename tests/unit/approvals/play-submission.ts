import {
  type SubmissionRequest,
  submitTimesheet,
} from "../../../src/timesheet/approvals/submit-and-recall.ts";
import { datesOf } from "../../../src/timesheet/dates.ts";
import type { Approval, CallScope, Reviewer, TimesheetSubmission } from "../../../src/timesheet/port.ts";
import { writer as writerOf } from "../../helpers/writer.ts";
import { runOf } from "../posting/run.ts";
import type { Step } from "../posting/steps.ts";
import { existingWorklog } from "../posting/worklogs.ts";

export const OPEN: Approval = { startDate: "2025-12-01", endDate: "2025-12-31", status: "open" };
export const SENT: Approval = { ...OPEN, status: "in_review", reviewer: "Bo", comment: "Complete." };

const BO: Reviewer = { id: "b", name: "Bo" };
const REQUEST: SubmissionRequest = { startDate: OPEN.startDate, reviewer: "Bo", comment: " Complete. " };

/** The answers of a Tempo. */
export interface Tempo {
  answer: Approval | Error;
  /** The statuses that reads then return in turn, the last one for all further reads. */
  statuses?: readonly (Approval | "none" | Error)[];
}

/** Parts of a call that differ from the usual ones. `hasReviewer`: whether Tempo lists one. */
export interface Parts {
  deadline?: number;
  mayWrite?: () => boolean;
  hasReviewer?: boolean;
  /** Records of earlier calls, a second ago. */
  steps?: Step[];
  /** When an hour is logged by something else. */
  loggedAt?: number;
}

/** A request about the timesheet that an earlier call has sent; the first one has the number 1. */
export const asked =
  (effect: "submitted" | "recalled"): Step =>
  (ledger) => {
    const from = effect === "submitted" ? "open" : "in_review";
    ledger.intend([{ op: "status", period: OPEN.startDate, from, effect }]);
  };

/** The request has taken effect. */
export const made =
  (number: number): Step =>
  (ledger) =>
    ledger.done([{ number }]);

/** Submits a timesheet to a Tempo, and says what can be seen of it. */
export async function play({ answer, statuses = [] }: Tempo, parts: Parts = {}) {
  const at: string[] = [];
  const sent: TimesheetSubmission[] = [];
  let isSubmitted = false;
  const since = () => clock.now() - start;
  const read = async () => {
    if (!isSubmitted) {
      at.push(`plan ${since()}`);
      return [OPEN];
    }
    const reads = at.filter((it) => it.startsWith("read")).length;
    at.push(`read ${since()}`);
    const status = statuses[Math.min(reads, statuses.length - 1)] ?? "none";
    if (status instanceof Error) throw status;
    return status === "none" ? [] : [status];
  };
  const submit = async (submission: TimesheetSubmission, scope: CallScope) => {
    await scope.beforeWrite?.();
    isSubmitted = true;
    sent.push(submission);
    at.push(`send ${since()}`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const findReviewers = async () => (parts.hasReviewer === false ? [] : [BO]);
  const run = runOf([], {
    approvals: { read, submit, findReviewers, recall: submit },
    getOwner: async () => ({ site: "", worker: "" }),
    getSchedule: async (range) =>
      datesOf(range).map((date) => ({ date, requiredSeconds: 0, isWorkingDayType: false })),
    getExistingWorklogs: async () =>
      since() >= (parts.loggedAt ?? Number.POSITIVE_INFINITY)
        ? [existingWorklog("1", { date: OPEN.startDate })]
        : [],
  });
  const { ledger, advance } = run;
  const { clock } = run.context;
  const request = parts.hasReviewer === false ? { ...REQUEST, reviewer: "" } : REQUEST;
  let start = clock.now();
  const { digest } = (await submitTimesheet(request, run.context)).plan;
  for (const step of parts.steps ?? []) step(ledger);
  advance(1000);
  start = clock.now();
  at.splice(0);
  const { deadline, mayWrite } = parts;
  const writer = mayWrite ? writerOf(ledger, mayWrite) : run.writer;
  const context = {
    ...run.context,
    deadline: start + (deadline ?? 47_500),
    writers: {
      run: (_: unknown, __: unknown, write: (it: typeof writer) => Promise<never>) => write(writer),
    },
  };
  const result = await submitTimesheet({ ...request, confirm: digest ?? "" }, context).catch(
    (error: Error) => error,
  );
  return {
    outcome:
      result instanceof Error
        ? `${result.name}: ${result.message}`
        : {
            submitted: result.made,
            found: result.found,
            ...(sent.length === 0 && { plan: result.plan }),
          },
    at,
    sent,
    submitted: context.changes.ids("submitted", true),
    possiblySubmitted: context.changes.ids("submitted", false),
    fate: ledger.lastStatus(OPEN.startDate)?.fate.is,
  };
}
