import { type DateRange, isWithin } from "../timesheet/dates.ts";
import { approvalOf, periodOf } from "./approvals.ts";
import { scheduleOf } from "./schedule.ts";
import type { SandboxApproval, SandboxMembership, SandboxState, SandboxTeam, SandboxUser } from "./state.ts";

export interface Timesheet extends SandboxApproval {
  user: SandboxUser;
  requiredSeconds: number;
  bookedSeconds: number;
}

/** The teams that the owner of the token may see. */
export function visibleTeams({ seed }: SandboxState): SandboxTeam[] {
  return (seed.teams ?? []).filter(({ hidden }) => hidden !== "team");
}

export function teamOf(state: SandboxState, id: unknown): SandboxTeam | undefined {
  return visibleTeams(state).find((team) => team.id === Number(id));
}

export function userOf({ seed }: SandboxState, accountId: string): SandboxUser | undefined {
  return [seed.me, ...seed.colleagues].find((user) => user.accountId === accountId);
}

/** The timesheets of those who are in the team on a date of the period. */
export function teamTimesheets(
  state: SandboxState,
  { members }: SandboxTeam,
  date: string,
): { period: DateRange; timesheets: Timesheet[] } {
  const period = periodOf(state, date);
  const present = members.filter(
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
    bookedSeconds: worklogs.reduce((sum, { timeSpentSeconds }) => sum + timeSpentSeconds, 0),
  };
}
