import type { components, operations } from "../generated/tempo-data-center-api.ts";
import { addDays, type DateRange, isCalendarDate } from "../timesheet/dates.ts";
import { approvalOf, periodOf, recall, submit, teamTimesheets, visibleTeams } from "./approvals.ts";
import { type OperationHandlers, Refusal } from "./operation.ts";
import { type SandboxState, type SandboxUser, userOf, usersOf } from "./state.ts";

type Schemas = components["schemas"];

type Operation =
  | "getApprovalStatuses"
  | "actOnTimesheet"
  | "getTeams"
  | "searchTeamMembers"
  | "getTeamTimesheetApprovals";

const STATUSES = { open: "ready_to_submit", in_review: "waiting_for_approval", approved: "approved" };

/** The action that leads to each status. */
const ACTIONS = { open: "reopen", in_review: "submit", approved: "approve" };

export const dataCenterApprovalHandlers: Pick<OperationHandlers<operations>, Operation> = {
  getApprovalStatuses(state, { parameters: { userKey, numberOfPeriods = 1 } }) {
    if (userKey !== state.seed.me.key) throw new Refusal(403);
    const approvals: Schemas["TimesheetApproval"][] = [];
    for (let date = state.seed.today; approvals.length < Number(numberOfPeriods); ) {
      const period = periodOf(state, date);
      approvals.push(toApproval(state, period));
      date = addDays(period.startDate, -1);
    }
    return approvals;
  },

  actOnTimesheet(state, { body }) {
    const { user, period, action } = (body ?? {}) as Partial<Schemas["TimesheetAction"]>;
    if (user?.key !== state.seed.me.key) throw new Refusal(403);
    if (!period || !isCalendarDate(period.dateFrom) || !action) throw new Refusal(400, "Period is invalid");
    const { name, comment, reviewer: named } = action;
    if (name === "reopen") recall(state, period.dateFrom, comment);
    else {
      const reviewer = usersOf(state).find(({ key }) => key === named?.key);
      if (!reviewer) throw new Refusal(400, "Reviewer is required");
      submit(state, period.dateFrom, reviewer.accountId, comment);
    }
    return toApproval(state, periodOf(state, period.dateFrom));
  },

  getTeams: (state) => visibleTeams(state).map(({ id, name }) => ({ id, name })),

  searchTeamMembers(state, { body }) {
    const { ids = [], onlyActive = false } = (body ?? {}) as Partial<Schemas["TeamMemberSearch"]>;
    const teams = visibleTeams(state).filter(({ id }) => ids.map(Number).includes(id));
    return teams.flatMap((team) =>
      team.members.flatMap(({ accountId, from = "", to = "" }) => {
        const user = userOf(state, accountId);
        if (!user || (onlyActive && to !== "" && to < state.seed.today)) return [];
        const { key, name, displayName, inactive = false } = user;
        return [
          {
            member: { key, name, displayname: displayName, type: "USER", activeInJira: !inactive },
            membership: { teamId: team.id, dateFromANSI: from, dateToANSI: to },
          },
        ];
      }),
    );
  },

  getTeamTimesheetApprovals(state, { parameters: { teamId, periodStartDate } }) {
    const { period, timesheets } = teamTimesheets(state, teamId, String(periodStartDate));
    if (period.startDate !== periodStartDate) throw new Refusal(400, "Period is invalid");
    const dates = { dateFrom: period.startDate, dateTo: period.endDate };
    const approvals = timesheets.map(({ user, status, requiredSeconds, loggedSeconds }) => ({
      user: toUser(user),
      status: STATUSES[status],
      period: dates,
      requiredSeconds,
      workedSeconds: loggedSeconds,
    }));
    return { period: dates, approvals };
  },
};

function toApproval(state: SandboxState, period: DateRange): Schemas["TimesheetApproval"] {
  const { status, comment = "", reviewer, updatedOn } = approvalOf(state, period);
  const found = userOf(state, reviewer);
  return {
    user: toUser(state.seed.me),
    status: STATUSES[status],
    period: { dateFrom: period.startDate, dateTo: period.endDate },
    ...(updatedOn !== undefined && {
      action: {
        name: ACTIONS[status],
        comment,
        ...(found && { reviewer: toUser(found) }),
        created: `${updatedOn} 16:30:00.000`,
      },
    }),
  };
}

function toUser({ key, name, displayName }: SandboxUser): Schemas["ApprovalUser"] {
  return { key, name, displayName };
}
