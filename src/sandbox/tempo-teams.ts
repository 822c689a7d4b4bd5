import type { components, operations } from "../generated/tempo-api.ts";
import { addDays, isCalendarDate } from "../timesheet/dates.ts";
import type { OperationHandlers } from "./operation.ts";
import { pageOf } from "./pages.ts";
import { teamOf, teamTimesheets, visibleTeams } from "./teams.ts";
import { STATUSES } from "./tempo-approvals.ts";

type Schemas = components["schemas"];

type Operation = "getTeams" | "getTeamMemberships" | "getTeamTimesheetApprovals";

export const tempoTeamHandlers: Pick<OperationHandlers<operations>, Operation> = {
  getTeams(state, call) {
    const teams = visibleTeams(state).map(({ id, name }) => ({ id, name }));
    return { status: 200, body: pageOf(state, teams, call) };
  },

  getTeamMemberships(state, { parameters: { teamId }, url }) {
    const team = teamOf(state, teamId);
    if (!team) return TEAM_NOT_FOUND;
    const results = team.members.map(({ accountId, from, to }, index) => ({
      id: index + 1,
      member: { accountId },
      ...(from !== undefined && { from }),
      ...(to !== undefined && { inclusiveTo: to, to: addDays(to, 1) }),
    }));
    return { status: 200, body: { self: url.href, metadata: { count: results.length }, results } };
  },

  getTeamTimesheetApprovals(state, { parameters: { teamId, from }, url }) {
    const team = teamOf(state, teamId);
    if (!team) return TEAM_NOT_FOUND;
    if (team.hidden === "timesheets") return { status: 403 };
    if (typeof from !== "string" || !isCalendarDate(from))
      return { status: 400, body: { errors: [{ message: "Date is invalid" }] } };
    const { period, timesheets } = teamTimesheets(state, team, from);
    const results: Schemas["TimesheetApproval"][] = timesheets.map(
      ({ user, status, requiredSeconds, bookedSeconds }) => ({
        self: url.href,
        period: { from: period.startDate, to: period.endDate },
        user: { accountId: user.accountId },
        status: { key: STATUSES[status] },
        requiredSeconds,
        timeSpentSeconds: bookedSeconds,
      }),
    );
    return { status: 200, body: { self: url.href, metadata: { count: results.length }, results } };
  },
};

const TEAM_NOT_FOUND = {
  status: 404 as const,
  body: { errors: [{ message: "Team not found" }] },
};
