import type { components, operations } from "../generated/tempo-api.ts";
import { type DateRange, isCalendarDate } from "../timesheet/dates.ts";
import { periodOf, periodsOf, recall, reviewersOf, submit } from "./approvals.ts";
import type { OperationHandlers } from "./operation.ts";
import type { SandboxState } from "./state.ts";
import { type Timesheet, timesheetOf } from "./teams.ts";

type Schemas = components["schemas"];

type Operation =
  | "getPeriods"
  | "getTimesheetApproval"
  | "submitTimesheet"
  | "recallTimesheet"
  | "getReviewers";

const STATUSES = { open: "OPEN", in_review: "IN_REVIEW", approved: "APPROVED" };

/** The next steps that users can take with their own timesheets. */
const NEXT_ACTIONS = { open: "submit", in_review: "recall", approved: undefined } as const;

export const tempoApprovalHandlers: Pick<OperationHandlers<operations>, Operation> = {
  getPeriods(state, { parameters: { from, to } }) {
    if (!isDate(from) || !isDate(to)) return rejected("Date is invalid");
    const periods = periodsOf(state, { startDate: from, endDate: to });
    return {
      status: 200,
      body: { periods: periods.map(({ startDate, endDate }) => ({ from: startDate, to: endDate })) },
    };
  },

  getTimesheetApproval(state, { parameters: { accountId, from }, url }) {
    if (accountId !== state.seed.me.accountId) return { status: 403 };
    if (!isDate(from)) return rejected("Date is invalid");
    return { status: 200, body: toReply(state, periodOf(state, from), url) };
  },

  submitTimesheet(state, { parameters: { accountId, from }, body, url }) {
    if (accountId !== state.seed.me.accountId) return { status: 403 };
    if (!isDate(from)) return rejected("Date is invalid");
    const { reviewerAccountId: reviewer, comment } = (body ?? {}) as Schemas["TimesheetSubmission"];
    const [violation] = submit(state, from, { reviewer, comment });
    if (violation !== undefined) return rejected(violation);
    return { status: 200, body: toReply(state, periodOf(state, from), url) };
  },

  recallTimesheet(state, { parameters: { accountId, from }, body, url }) {
    if (accountId !== state.seed.me.accountId) return { status: 403 };
    if (!isDate(from)) return rejected("Date is invalid");
    const { comment } = (body ?? {}) as Schemas["TimesheetSubmission"];
    const [violation] = recall(state, from, comment);
    if (violation !== undefined) return rejected(violation);
    return { status: 200, body: toReply(state, periodOf(state, from), url) };
  },

  getReviewers(state, { url }) {
    const results = reviewersOf(state).map((accountId) => ({ accountId }));
    return { status: 200, body: { self: url.href, metadata: { count: results.length }, results } };
  },
};

function toReply(state: SandboxState, period: DateRange, url: URL): Schemas["TimesheetApproval"] {
  return toApproval(state, timesheetOf(state, state.seed.me, period), period, url);
}

export function toApproval(
  { seed }: SandboxState,
  { user: { accountId }, requiredSeconds, bookedSeconds, status, comment, reviewer, updatedOn }: Timesheet,
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
    timeSpentSeconds: bookedSeconds,
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

function rejected(message: string): { status: 400; body: Schemas["Errors"] } {
  return { status: 400, body: { errors: [{ message }] } };
}

function isDate(date: unknown): date is string {
  return typeof date === "string" && isCalendarDate(date);
}
