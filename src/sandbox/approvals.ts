import { addDays, type DateRange, datesOfMonth, dayOfWeek, isWithin } from "../timesheet/dates.ts";
import { Refusal } from "./operation.ts";
import { scheduleOf } from "./schedule.ts";
import {
  type SandboxApproval,
  type SandboxMembership,
  type SandboxState,
  type SandboxTeam,
  type SandboxUser,
  userOf,
} from "./state.ts";

/** The period that contains a date. */
export function periodOf({ seed }: SandboxState, date: string): DateRange {
  if (seed.approvalPeriod !== "WEEK") return datesOfMonth(date.slice(0, 7));
  let startDate = date;
  while (dayOfWeek(startDate) !== "Monday") startDate = addDays(startDate, -1);
  return { startDate, endDate: addDays(startDate, 6) };
}

/** The periods of which all dates are in the range, ascending. */
export function periodsIn(state: SandboxState, range: DateRange): DateRange[] {
  const periods: DateRange[] = [];
  for (let date = range.startDate; date <= range.endDate; ) {
    const period = periodOf(state, date);
    periods.push(period);
    date = addDays(period.endDate, 1);
  }
  return periods.filter(({ startDate, endDate }) => isWithin(range, startDate) && isWithin(range, endDate));
}

export function approvalOf({ approvals }: SandboxState, { startDate }: DateRange): SandboxApproval {
  return approvals.get(startDate) ?? { status: "open" };
}

/** Submits the period of a date, and counts the e-mails that its reviewer gets. @throws Refusal */
export function submit(state: SandboxState, date: string, reviewer: string | undefined, comment = ""): void {
  const { seed, approvals, submissions } = state;
  const { startDate } = periodOf(state, date);
  if (reviewer !== undefined && !reviewersOf(state).includes(reviewer))
    throw new Refusal(400, "Reviewer is not allowed");
  submissions.push({ startDate, comment });
  approvals.set(startDate, {
    status: "in_review",
    comment,
    ...(reviewer !== undefined && { reviewer }),
    updatedOn: seed.today,
  });
}

/** Opens the period of a date again. @throws Refusal if it is not in review */
export function recall(state: SandboxState, date: string, comment = ""): void {
  const { seed, approvals, recalls } = state;
  const { startDate } = periodOf(state, date);
  if (approvals.get(startDate)?.status !== "in_review")
    throw new Refusal(400, "The timesheet is not in review");
  recalls.push({ startDate, comment });
  approvals.set(startDate, { status: "open", comment, updatedOn: seed.today });
}

/** Account ids of those who may approve the owner's timesheets. */
export function reviewersOf({ seed }: SandboxState): string[] {
  return seed.reviewers ?? seed.colleagues.map(({ accountId }) => accountId);
}

/** @throws Refusal if nothing can be changed on one of these dates. How Tempo words it was never recorded. */
export function checkOpen(state: SandboxState, ...dates: unknown[]): void {
  const isLocked = dates.some(
    (date) => typeof date === "string" && approvalOf(state, periodOf(state, date)).status !== "open",
  );
  if (isLocked) throw new Refusal(400, "Worklogs of this period can no longer be changed");
}

export interface Timesheet extends SandboxApproval {
  user: SandboxUser;
  requiredSeconds: number;
  loggedSeconds: number;
}

/** The teams that the owner of the token may see. */
export function visibleTeams({ seed }: SandboxState): SandboxTeam[] {
  return (seed.teams ?? []).filter(({ hidden }) => hidden !== "team");
}

/** The timesheets of those who are in a team on a date of the period. @throws Refusal */
export function teamTimesheets(
  state: SandboxState,
  teamId: unknown,
  date: string,
): { period: DateRange; timesheets: Timesheet[] } {
  const team = visibleTeams(state).find(({ id }) => id === Number(teamId));
  if (!team) throw new Refusal(404, "Team not found");
  if (team.hidden === "timesheets") throw new Refusal(403);
  const period = periodOf(state, date);
  const present = team.members.filter(
    ({ from = period.startDate, to = period.endDate, withoutTimesheet }) =>
      from <= period.endDate && to >= period.startDate && !withoutTimesheet,
  );
  const byUser = new Map(present.map((member) => [member.accountId, member]));
  const timesheets = [...byUser.values()].flatMap((member) => {
    const user = userOf(state, member.accountId);
    return user ? [timesheetOf(state, user, period, member)] : [];
  });
  return { period, timesheets };
}

/** @param membership says how far the timesheets of users other than the owner of the token are approved */
export function timesheetOf(
  state: SandboxState,
  user: SandboxUser,
  period: DateRange,
  { approvals = {} }: Pick<SandboxMembership, "approvals"> = {},
): Timesheet {
  const { accountId } = user;
  const approval =
    accountId === state.seed.me.accountId ? approvalOf(state, period) : approvals[period.startDate];
  const worklogs = [...state.worklogs.values()].filter(
    (worklog) => worklog.accountId === accountId && isWithin(period, worklog.startDate),
  );
  return {
    user,
    status: "open",
    ...approval,
    requiredSeconds: scheduleOf(state, period, user).reduce(
      (sum, { requiredSeconds }) => sum + requiredSeconds,
      0,
    ),
    loggedSeconds: worklogs.reduce((sum, { timeSpentSeconds }) => sum + timeSpentSeconds, 0),
  };
}
