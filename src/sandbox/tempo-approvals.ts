import type { components, operations } from "../generated/tempo-api.ts";
import { addDays, type DateRange } from "../timesheet/dates.ts";
import {
  periodOf,
  periodsIn,
  recall,
  reviewersOf,
  submit,
  type Timesheet,
  teamTimesheets,
  timesheetOf,
  visibleTeams,
} from "./approvals.ts";
import {
  checkDates,
  listOf,
  type OperationCall,
  type OperationHandlers,
  pageOf,
  Refusal,
} from "./operation.ts";
import type { SandboxState } from "./state.ts";

type Schemas = components["schemas"];

type Operation =
  | "getPeriods"
  | "getTimesheetApproval"
  | "submitTimesheet"
  | "recallTimesheet"
  | "getReviewers"
  | "getTeams"
  | "getTeamMemberships"
  | "getTeamTimesheetApprovals";

const STATUSES = { open: "OPEN", in_review: "IN_REVIEW", approved: "APPROVED" };

/** The next steps that users can take with their own timesheets. */
const NEXT_ACTIONS = { open: "submit", in_review: "recall", approved: undefined } as const;

export const tempoApprovalHandlers: Pick<OperationHandlers<operations>, Operation> = {
  getPeriods(state, { parameters: { from, to } }) {
    checkDates({ from, to });
    const periods = periodsIn(state, { startDate: String(from), endDate: String(to) });
    return { periods: periods.map(({ startDate, endDate }) => ({ from: startDate, to: endDate })) };
  },

  getTimesheetApproval: ownApproval,

  submitTimesheet: (state, call) =>
    ownApproval(state, call, (date, { reviewerAccountId, comment }) =>
      submit(state, date, reviewerAccountId, comment),
    ),

  recallTimesheet: (state, call) =>
    ownApproval(state, call, (date, { comment }) => recall(state, date, comment)),

  getReviewers: (state, { url }) =>
    listOf(
      reviewersOf(state).map((accountId) => ({ accountId })),
      url,
    ),

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
    return pageOf(teams, call, state);
  },

  getTeamMemberships(state, { parameters: { teamId }, url }) {
    const team = visibleTeams(state).find(({ id }) => id === Number(teamId));
    if (!team) throw new Refusal(404, "Team not found");
    const memberships = team.members.map(({ accountId, from, to }, index) => ({
      id: index + 1,
      commitmentPercent: 100,
      role: { id: 1, name: "Member", self: `${url.origin}/4/roles/1` },
      self: `${url.origin}/4/team-memberships/${index + 1}`,
      member: { accountId },
      ...(from !== undefined && { from }),
      ...(to !== undefined && { inclusiveTo: to, to: addDays(to, 1) }),
    }));
    return listOf(memberships, url);
  },

  getTeamTimesheetApprovals(state, { parameters: { teamId, from }, url }) {
    checkDates({ from });
    const { period, timesheets } = teamTimesheets(state, teamId, String(from));
    return listOf(
      timesheets.map((timesheet) => toApproval(state, timesheet, period, url)),
      url,
    );
  },
};

/** The approval of one of the owner's timesheets, after a step if one is taken. @throws Refusal */
function ownApproval(
  state: SandboxState,
  { parameters: { accountId, from }, body, url }: OperationCall,
  step: (date: string, submission: Schemas["TimesheetSubmission"]) => void = () => {},
): Schemas["TimesheetApproval"] {
  const { me } = state.seed;
  if (accountId !== me.accountId) throw new Refusal(403);
  checkDates({ from });
  step(String(from), (body ?? {}) as Schemas["TimesheetSubmission"]);
  const period = periodOf(state, String(from));
  return toApproval(state, timesheetOf(state, me, period), period, url);
}

function toApproval(
  { seed }: SandboxState,
  { user: { accountId }, requiredSeconds, loggedSeconds, status, comment, reviewer, updatedOn }: Timesheet,
  { startDate, endDate }: DateRange,
  { origin }: URL,
): Schemas["TimesheetApproval"] {
  const address = `${origin}/4/timesheet-approvals/user/${accountId}`;
  const query = `?from=${startDate}&to=${endDate}`;
  const action = accountId === seed.me.accountId ? NEXT_ACTIONS[status] : undefined;
  return {
    self: `${address}${query}`,
    period: { from: startDate, to: endDate },
    user: { accountId },
    requiredSeconds,
    timeSpentSeconds: loggedSeconds,
    worklogs: { self: `${origin}/4/worklogs/user/${accountId}${query}` },
    actions: action === undefined ? {} : { [action]: { self: `${address}/${action}${query}` } },
    ...(reviewer !== undefined && { reviewer: { accountId: reviewer } }),
    status: {
      key: STATUSES[status],
      ...(comment !== undefined && { comment }),
      ...(updatedOn !== undefined && { updatedAt: `${updatedOn}T16:30:00Z` }),
    },
  };
}
