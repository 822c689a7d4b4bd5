import type { operations } from "../generated/tempo-api.ts";
import { addDays, isCalendarDate } from "../timesheet/dates.ts";
import type { OperationHandlers } from "./operation.ts";
import { pageOf } from "./pages.ts";
import { teamOf, teamTimesheets, visibleTeams } from "./teams.ts";
import { toApproval } from "./tempo-approvals.ts";

type Operation = "getTeams" | "getTeamMemberships" | "getTeamTimesheetApprovals";

export const tempoTeamHandlers: Pick<OperationHandlers<operations>, Operation> = {
  getTeams(state, call) {
    const teams = visibleTeams(state).map(({ id, name }) => {
      const self = `${call.url.origin}/4/teams/${id}`;
      return {
        id,
        name,
        administrative: false,
        links: { self: `${self}/links` },
        members: { self: `${self}/members` },
        permissions: { self: `${self}/permissions` },
        self,
      };
    });
    return { status: 200, body: pageOf(state, teams, call) };
  },

  getTeamMemberships(state, { parameters: { teamId }, url }) {
    const team = teamOf(state, teamId);
    if (!team) return TEAM_NOT_FOUND;
    const results = team.members.map(({ accountId, from, to }, index) => ({
      id: index + 1,
      commitmentPercent: 100,
      role: { id: 1, name: "Member", self: `${url.origin}/4/roles/1` },
      self: `${url.origin}/4/team-memberships/${index + 1}`,
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
    const results = timesheets.map((timesheet) => toApproval(state, timesheet, period, url));
    return { status: 200, body: { self: url.href, metadata: { count: results.length }, results } };
  },
};

const TEAM_NOT_FOUND = {
  status: 404 as const,
  body: { errors: [{ message: "Team not found" }] },
};
