import type { components, operations } from "../generated/tempo-data-center-api.ts";
import { STATUSES } from "./data-center-approvals.ts";
import type { OperationHandlers } from "./operation.ts";
import { teamOf, teamTimesheets, userOf, visibleTeams } from "./teams.ts";

type Schemas = components["schemas"];

type Operation = "getTeams" | "searchTeamMembers" | "getTeamTimesheetApprovals";

export const dataCenterTeamHandlers: Pick<OperationHandlers<operations>, Operation> = {
  getTeams(state) {
    return { status: 200, body: visibleTeams(state).map(({ id, name }) => ({ id, name })) };
  },

  searchTeamMembers(state, { body }) {
    const { ids = [], onlyActive = false } = (body ?? {}) as Partial<Schemas["TeamMemberSearch"]>;
    const found = ids.flatMap((id) => {
      const team = teamOf(state, id);
      return (team?.members ?? []).flatMap(({ accountId, from = "", to = "" }) => {
        const user = userOf(state, accountId);
        if (!user || (onlyActive && to !== "" && to < state.seed.today)) return [];
        const { key, name, displayName, inactive = false } = user;
        return [
          {
            member: { key, name, displayname: displayName, type: "USER", activeInJira: !inactive },
            membership: { teamId: Number(id), dateFromANSI: from, dateToANSI: to },
          },
        ];
      });
    });
    return { status: 200, body: found };
  },

  getTeamTimesheetApprovals(state, { parameters: { teamId, periodStartDate } }) {
    const team = teamOf(state, teamId);
    if (!team) return { status: 404, body: { errorMessages: ["No team with this ID exists"], errors: {} } };
    if (team.hidden === "timesheets") return { status: 403 };
    const { period, timesheets } = teamTimesheets(state, team, String(periodStartDate));
    if (period.startDate !== periodStartDate)
      return { status: 400, body: { errorMessages: ["Period is invalid"], errors: {} } };
    const dates = { dateFrom: period.startDate, dateTo: period.endDate };
    const approvals = timesheets.map(({ user, status, requiredSeconds, bookedSeconds }) => ({
      user: { key: user.key, name: user.name, displayName: user.displayName },
      status: STATUSES[status],
      period: dates,
      requiredSeconds,
      workedSeconds: bookedSeconds,
    }));
    return { status: 200, body: { period: dates, approvals } };
  },
};
