import type { paths as JiraPaths } from "../../generated/jira-api.ts";
import type { components, paths } from "../../generated/tempo-data-center-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { countDays, type DateRange, utcDate } from "../../timesheet/dates.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { Approval, Approvals, CallScope } from "../../timesheet/port.ts";
import { approvalDetails, approvalStatus, overlapping, personName } from "../approval-fields.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectDate, expectObject, expectString, InvalidResponseError } from "../http/parse.ts";

/** The shortest period. */
const WEEK_DAYS = 7;

const MAX_PERIODS = 120;

/** Most users to look at for a name. */
const MAX_USERS = 50;

export const DATA_CENTER_STATUSES = new Map<string, Approval["status"]>([
  ["open", "open"],
  ["ready_to_submit", "open"],
  ["waiting_for_approval", "in_review"],
  ["approved", "approved"],
]);

type Action = components["schemas"]["TimesheetAction"]["action"];

type FoundApproval = components["schemas"]["TimesheetApproval"];

export function createDataCenterApprovals(
  tempo: ApiClient<paths>,
  jira: ApiClient<JiraPaths>,
  clock: Clock,
  workerId: (scope: CallScope) => Promise<string>,
): Approvals {
  async function act({ startDate }: DateRange, action: Action, scope: CallScope): Promise<Approval> {
    const body = {
      user: { key: await workerId(scope) },
      period: { dateFrom: startDate },
      action,
    };
    return tempo.create(
      scope,
      (client, signal) => client.POST("/rest/tempo-timesheets/4/timesheet-approval", { body, signal }),
      (approval) => {
        const changed = toApproval(toPeriod(approval));
        if (changed.startDate === startDate) return changed;
        throw new InvalidResponseError("it is not the timesheet of the period");
      },
    );
  }

  return {
    /** Tempo lists the latest periods, and says of no other that it exists. */
    async read(range, select, scope) {
      const today = utcDate(clock.wallClock());
      const weeks = Math.ceil(countDays({ startDate: range.startDate, endDate: today }) / WEEK_DAYS) + 1;
      const numberOfPeriods = Math.min(Math.max(weeks, 1), MAX_PERIODS);
      const query = { userKey: await workerId(scope), numberOfPeriods };
      const selected = await tempo.read(
        scope,
        (client, signal) =>
          client.GET("/rest/tempo-timesheets/4/timesheet-approval/approval-statuses", {
            params: { query },
            signal,
          }),
        (approvals) => {
          const periods = expectArray(approvals, "its timesheets").map(toPeriod);
          const [first] = periods.map(({ startDate }) => startDate).sort();
          if (weeks > MAX_PERIODS && first !== undefined && first > range.startDate) return { first };
          const found = overlapping(range, periods);
          const wanted = new Set(select(found).map(({ startDate }) => startDate));
          return { approvals: found.filter(({ startDate }) => wanted.has(startDate)).map(toApproval) };
        },
      );
      if (selected.approvals) return selected.approvals;
      throw new InvalidInputError(
        `\`startDate\`: Tempo Data Center lists the last ${MAX_PERIODS} periods only, here from ${selected.first} on. ` +
          "Nothing was sent; use a later date.",
      );
    },

    async findReviewers(name, scope) {
      if (name === undefined) return undefined;
      const query = { username: name, maxResults: MAX_USERS };
      const worker = await workerId(scope);
      return jira.read(
        scope,
        (client, signal) => client.GET("/rest/api/2/user/search", { params: { query }, signal }),
        (users) =>
          expectArray(users, "its users")
            // Users do not approve their own timesheets.
            .filter(({ key }) => key !== worker)
            .map(({ key, name: login, displayName }) => {
              const id = expectString(key, "a user's key");
              return {
                id,
                name: personName(displayName, login) ?? id,
                ...(login !== undefined && { login }),
              };
            }),
      );
    },

    async submit({ period, reviewer, comment }, scope) {
      return act(period, { name: "submit", comment, reviewer: { key: reviewer?.id ?? "" } }, scope);
    },

    async recall({ period, comment }, scope) {
      return act(period, { name: "reopen", comment }, scope);
    },
  };
}

/** Its dates alone: what else is wrong with a period beyond the range must not matter. */
function toPeriod(approval: FoundApproval): DateRange & { approval: FoundApproval } {
  const { period } = expectObject(approval, "a timesheet");
  return {
    startDate: expectDate(period?.dateFrom, "a period's first date"),
    endDate: expectDate(period?.dateTo, "a period's last date"),
    approval,
  };
}

function toApproval({ startDate, endDate, approval }: ReturnType<typeof toPeriod>): Approval {
  const { status, action, reviewer: named } = approval;
  const { displayName, name, key } = action?.reviewer ?? named ?? {};
  const reviewer = personName(displayName, name, key);
  return {
    startDate,
    endDate,
    status: approvalStatus(status, DATA_CENTER_STATUSES),
    ...(reviewer !== undefined && { reviewer }),
    ...approvalDetails({ comment: action?.comment, changedAt: action?.created }),
  };
}
