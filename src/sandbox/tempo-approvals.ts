import type { components, operations } from "../generated/tempo-api.ts";
import { type DateRange, isCalendarDate } from "../timesheet/dates.ts";
import { approvalOf, periodOf, periodsOf, recall, reviewersOf, submit } from "./approvals.ts";
import type { OperationHandlers } from "./operation.ts";
import type { SandboxState } from "./state.ts";

type Schemas = components["schemas"];

type Operation =
  | "getPeriods"
  | "getTimesheetApproval"
  | "submitTimesheet"
  | "recallTimesheet"
  | "getReviewers";

export const STATUSES = { open: "OPEN", in_review: "IN_REVIEW", approved: "APPROVED" };

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
  const { status, comment, reviewer, updatedOn } = approvalOf(state, period);
  return {
    self: url.href,
    period: { from: period.startDate, to: period.endDate },
    user: { accountId: state.seed.me.accountId },
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
