import type { components, operations } from "../generated/tempo-data-center-api.ts";
import { addDays, type DateRange, isCalendarDate } from "../timesheet/dates.ts";
import { approvalOf, periodOf, recall, submit } from "./approvals.ts";
import type { OperationHandlers } from "./operation.ts";
import type { SandboxState, SandboxUser } from "./state.ts";

type Schemas = components["schemas"];

type Action = Schemas["TimesheetAction"]["action"];

type Operation = "getApprovalStatuses" | "actOnTimesheet";

export const STATUSES = { open: "ready_to_submit", in_review: "waiting_for_approval", approved: "approved" };

/** The action that leads to each status. */
const ACTIONS = { open: "reopen", in_review: "submit", approved: "approve" };

export const dataCenterApprovalHandlers: Pick<OperationHandlers<operations>, Operation> = {
  getApprovalStatuses(state, { parameters: { userKey, numberOfPeriods = 1 } }) {
    if (userKey !== state.seed.me.key) return { status: 403 };
    const body: Schemas["TimesheetApproval"][] = [];
    for (let date = state.seed.today; body.length < Number(numberOfPeriods); ) {
      const period = periodOf(state, date);
      body.push(toReply(state, period));
      date = addDays(period.startDate, -1);
    }
    return { status: 200, body };
  },

  actOnTimesheet(state, { body }) {
    const { user, period, action } = (body ?? {}) as Partial<Schemas["TimesheetAction"]>;
    if (user?.key !== state.seed.me.key) return { status: 403 };
    if (!period || !isCalendarDate(period.dateFrom) || !action) return rejected("Period is invalid");
    const [violation] = act(state, period.dateFrom, action);
    if (violation !== undefined) return rejected(violation);
    return { status: 200, body: toReply(state, periodOf(state, period.dateFrom)) };
  },
};

/** Returns the violations. */
function act(state: SandboxState, date: string, { name, comment, reviewer: named }: Action): string[] {
  if (name === "reopen") return recall(state, date, comment);
  const reviewer = usersOf(state).find(({ key }) => key === named?.key);
  if (!reviewer) return ["Reviewer is required"];
  return submit(state, date, { reviewer: reviewer.accountId, comment });
}

function toReply(state: SandboxState, period: DateRange): Schemas["TimesheetApproval"] {
  const { status, comment = "", reviewer, updatedOn } = approvalOf(state, period);
  const found = usersOf(state).find(({ accountId }) => accountId === reviewer);
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

function usersOf({ seed }: SandboxState): SandboxUser[] {
  return [seed.me, ...seed.colleagues];
}

/** Has the shape of Jira's own errors, since Tempo's were never recorded. */
function rejected(message: string): { status: 400; body: Schemas["Errors"] } {
  return { status: 400, body: { errorMessages: [message], errors: {} } };
}
