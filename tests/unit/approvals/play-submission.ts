import type { SubmissionRequest } from "../../../src/timesheet/approvals/plan-submission.ts";
import { submitTimesheet } from "../../../src/timesheet/approvals/submit-timesheet.ts";
import { datesOf } from "../../../src/timesheet/dates.ts";
import type { Approval, CallScope, Reviewer, TimesheetSubmission } from "../../../src/timesheet/port.ts";
import { runOf } from "../posting/run.ts";
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
  signal?: AbortSignal;
  mayWrite?: () => boolean;
  hasReviewer?: boolean;
  /** The time since another call has sent the timesheet without learning what became of it. */
  sentBefore?: number;
  /** When an hour is logged by something else. */
  loggedAt?: number;
}

/** Submits a timesheet to a Tempo, and says what can be seen of it. */
export async function play({ answer, statuses = [] }: Tempo, parts: Parts = {}) {
  const at: string[] = [];
  const sent: TimesheetSubmission[] = [];
  let isSubmitted = false;
  const since = () => run.context.clock.now() - start;
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
  const { run, journal, advance } = runOf([], {
    approvals: { read, submit, findReviewers, recall: submit },
    getOwner: async () => ({ site: "", worker: "" }),
    getSchedule: async (range) =>
      datesOf(range).map((date) => ({ date, requiredSeconds: 0, isWorkingDayType: false })),
    getExistingWorklogs: async () =>
      since() >= (parts.loggedAt ?? Number.POSITIVE_INFINITY)
        ? [existingWorklog("1", { date: OPEN.startDate })]
        : [],
  });
  const request = parts.hasReviewer === false ? { ...REQUEST, reviewer: "" } : REQUEST;
  const start = run.context.clock.now();
  const { digest } = (await submitTimesheet(request, run.context)).plan;
  if (parts.sentBefore !== undefined) {
    journal.submitting(OPEN.startDate);
    advance(parts.sentBefore);
  }
  at.splice(0);
  const { deadline, signal, mayWrite } = parts;
  const context = {
    ...run.context,
    ...(deadline !== undefined && { deadline: start + deadline }),
    ...(signal && { signal }),
    writers: {
      run: (_: unknown, __: unknown, write: (it: typeof run.writer) => Promise<never>) =>
        write(mayWrite ? { ...run.writer, mayWrite } : run.writer),
    } as typeof run.context.writers,
  };
  const result = await submitTimesheet({ ...request, confirm: digest ?? "" }, context).catch(
    (error: Error) => error,
  );
  return {
    outcome:
      result instanceof Error
        ? `${result.name}: ${result.message}`
        : {
            submitted: result.submitted,
            found: result.found,
            ...(sent.length === 0 && { plan: result.plan }),
          },
    at,
    sent,
    submitted: context.changes.ids("submitted", true),
    possiblySubmitted: context.changes.ids("submitted", false),
    mayTakeEffect: journal.submissions.of(OPEN.startDate).pending !== undefined,
  };
}
