import pLimit from "p-limit";
import type { components, paths } from "../../generated/tempo-api.ts";
import { MAX_REVIEWERS } from "../../timesheet/approvals/errors.ts";
import { addDays, type DateRange } from "../../timesheet/dates.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import { LONGEST_PERIOD_DAYS } from "../../timesheet/limits.ts";
import type { Approval, Approvals, CallScope } from "../../timesheet/port.ts";
import { approvalDetails, approvalStatus, overlapping, personName } from "../approval-fields.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectDate, expectString, InvalidResponseError } from "../http/parse.ts";
import { CLOUD_CONCURRENCY } from "../http/rate-limit.ts";
import type { CloudJira } from "./jira.ts";

export const CLOUD_STATUSES = new Map<string, Approval["status"]>([
  ["open", "open"],
  ["in_review", "in_review"],
  ["approved", "approved"],
]);

/** The most possible reviewers whose names are compared with the one that is asked for. */
const MAX_NAMES = 200;

type FoundApproval = Omit<Approval, "reviewer"> & { reviewerId: string | undefined };

export function createCloudApprovals(
  tempo: ApiClient<paths>,
  jira: CloudJira,
  workerId: (scope: CallScope) => Promise<string>,
): Approvals {
  /** Names by account id; the id itself if the name cannot be read. */
  const names = new Map<string, string>();

  /** Asks for more on both sides, since Tempo may list only periods that are wholly in the range. */
  function listPeriods({ startDate, endDate }: DateRange, scope: CallScope): Promise<DateRange[]> {
    const query = {
      from: addDays(startDate, -LONGEST_PERIOD_DAYS),
      to: addDays(endDate, LONGEST_PERIOD_DAYS),
    };
    return tempo.read(
      scope,
      (client, signal) => client.GET("/4/periods", { params: { query }, signal }),
      ({ periods }) =>
        expectArray(periods, "its periods").map(({ from, to }) => ({
          startDate: expectDate(from, "a period's first date"),
          endDate: expectDate(to, "a period's last date"),
        })),
    );
  }

  async function withName({ reviewerId, ...approval }: FoundApproval, scope: CallScope): Promise<Approval> {
    if (reviewerId === undefined) return approval;
    return { ...approval, reviewer: await nameOf(reviewerId, scope) };
  }

  /** Returns the id if the user may not read the names of others. */
  async function nameOf(accountId: string, scope: CallScope): Promise<string> {
    const known = names.get(accountId);
    if (known !== undefined) return known;
    try {
      const params = { query: { accountId } };
      const name = await jira.read(
        scope,
        (client, signal) => client.GET("/rest/api/3/user", { params, signal }),
        ({ displayName }) => personName(displayName) ?? "",
        "The reviewer",
      );
      names.set(accountId, name || accountId);
    } catch (error) {
      if (!(error instanceof TimesheetError) || error.retryable) return accountId;
      names.set(accountId, accountId);
    }
    return names.get(accountId) ?? accountId;
  }

  return {
    async read(range, select, scope) {
      const accountId = await workerId(scope);
      const periods = select(overlapping(range, await listPeriods(range, scope)));
      return pLimit(CLOUD_CONCURRENCY).map(periods, async ({ startDate, endDate }) => {
        const params = { path: { accountId }, query: { from: startDate, to: endDate } };
        const found = await tempo.read(
          scope,
          (client, signal) => client.GET("/4/timesheet-approvals/user/{accountId}", { params, signal }),
          (approval) => toApproval(approval, startDate),
        );
        return withName(found, scope);
      });
    },

    /** Each name is a request to Jira, so of many reviewers only those have one that are shown, or may be the one that is wanted. */
    async findReviewers(wanted, scope) {
      const accountId = await workerId(scope);
      const params = { path: { accountId } };
      const ids = await tempo.read(
        scope,
        (client, signal) =>
          client.GET("/4/timesheet-approvals/user/{accountId}/reviewers", { params, signal }),
        ({ results }) =>
          expectArray(results, "its reviewers").map((user) =>
            expectString(user.accountId, "a reviewer's id"),
          ),
      );
      const all = [...new Set(ids)];
      const first = all.slice(0, wanted === undefined ? MAX_REVIEWERS : MAX_NAMES);
      const named = new Set(wanted !== undefined && ids.includes(wanted) ? [wanted] : first);
      return pLimit(CLOUD_CONCURRENCY).map(all, async (id) => ({
        id,
        name: named.has(id) ? await nameOf(id, scope) : "",
      }));
    },

    async submit({ period, reviewer, comment }, scope) {
      const accountId = await workerId(scope);
      const { startDate, endDate } = period;
      const params = { path: { accountId }, query: { from: startDate, to: endDate } };
      const body = {
        ...(comment !== "" && { comment }),
        ...(reviewer && { reviewerAccountId: reviewer.id }),
      };
      const submitted = await tempo.create(
        scope,
        (client, signal) =>
          client.POST("/4/timesheet-approvals/user/{accountId}/submit", { params, body, signal }),
        (approval) => toApproval(approval, startDate),
      );
      return withName(submitted, scope);
    },

    async recall({ period, comment }, scope) {
      const { startDate, endDate } = period;
      const params = {
        path: { accountId: await workerId(scope) },
        query: { from: startDate, to: endDate },
      };
      const body = comment === "" ? {} : { comment };
      const recalled = await tempo.create(
        scope,
        (client, signal) =>
          client.POST("/4/timesheet-approvals/user/{accountId}/recall", { params, body, signal }),
        (approval) => toApproval(approval, startDate),
      );
      return withName(recalled, scope);
    },
  };
}

function toApproval(
  { period, status, reviewer }: components["schemas"]["TimesheetApproval"],
  startDate: string,
): FoundApproval {
  const from = expectDate(period?.from, "the period's first date");
  if (from !== startDate) throw new InvalidResponseError("it is not the timesheet of the period");
  return {
    startDate: from,
    endDate: expectDate(period.to, "the period's last date"),
    status: approvalStatus(status?.key ?? "OPEN", CLOUD_STATUSES),
    ...approvalDetails({ comment: status?.comment, changedAt: status?.updatedAt }),
    reviewerId: reviewer?.accountId,
  };
}
