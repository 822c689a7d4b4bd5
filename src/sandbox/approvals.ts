import { addDays, type DateRange, datesOfMonth, dayOfWeek, isWithin } from "../timesheet/dates.ts";
import type { SandboxApproval, SandboxState } from "./state.ts";

/** The period that contains a date. */
export function periodOf({ seed }: SandboxState, date: string): DateRange {
  if (seed.approvalPeriod !== "WEEK") return datesOfMonth(date.slice(0, 7));
  let startDate = date;
  while (dayOfWeek(startDate) !== "Monday") startDate = addDays(startDate, -1);
  return { startDate, endDate: addDays(startDate, 6) };
}

/** The periods of which any date is in the range, ascending. */
export function periodsOf(state: SandboxState, range: DateRange): DateRange[] {
  const periods: DateRange[] = [];
  for (let date = range.startDate; date <= range.endDate; ) {
    const period = periodOf(state, date);
    periods.push(period);
    date = addDays(period.endDate, 1);
  }
  const { listedPeriods } = state.behaviour;
  return listedPeriods === "overlapping"
    ? periods
    : periods.filter(({ startDate, endDate }) => isWithin(range, startDate) && isWithin(range, endDate));
}

export function approvalOf({ approvals }: SandboxState, { startDate }: DateRange): SandboxApproval {
  return approvals.get(startDate) ?? { status: "open" };
}

/** Submits a period, and counts the e-mails that its reviewer gets. Returns the violations. */
export function submit(
  state: SandboxState,
  date: string,
  { reviewer, comment = "" }: { reviewer: string | undefined; comment: string | undefined },
): string[] {
  const { seed, approvals, behaviour } = state;
  const { startDate } = periodOf(state, date);
  const isOpen = (approvals.get(startDate)?.status ?? "open") === "open";
  if (!isOpen && behaviour.secondSubmission === "rejected") return ["The timesheet is not open"];
  if (reviewer !== undefined && !reviewersOf(state).includes(reviewer)) return ["Reviewer is not allowed"];
  state.submissions.push({ startDate, comment });
  approvals.set(startDate, {
    status: "in_review",
    comment,
    ...(reviewer !== undefined && { reviewer }),
    updatedOn: seed.today,
  });
  return [];
}

/** Opens a period again that is in review. Returns the violations. */
export function recall(state: SandboxState, date: string, comment = ""): string[] {
  const { seed, approvals, recalls } = state;
  const { startDate } = periodOf(state, date);
  if (approvals.get(startDate)?.status !== "in_review") return ["The timesheet is not in review"];
  recalls.push({ startDate, comment });
  approvals.set(startDate, { status: "open", comment, updatedOn: seed.today });
  return [];
}

/** Account ids of those who may approve the owner's timesheets. */
export function reviewersOf({ seed }: SandboxState): string[] {
  return seed.reviewers ?? seed.colleagues.map(({ accountId }) => accountId);
}

/** Why nothing can be changed on any of these dates, or undefined. How Tempo words it was never recorded. */
export function lockedReply(
  state: SandboxState,
  dates: readonly unknown[],
): { status: 400; violation: string } | { status: 403 } | undefined {
  const isLocked = dates.some(
    (date) => typeof date === "string" && approvalOf(state, periodOf(state, date)).status !== "open",
  );
  if (!isLocked) return undefined;
  return state.behaviour.lockedStatus === 403
    ? { status: 403 }
    : { status: 400, violation: "Worklogs of this period can no longer be changed" };
}
