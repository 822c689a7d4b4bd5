import type { components, paths } from "../../generated/tempo-data-center-api.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import {
  InvalidInputError,
  LargeResponseError,
  NotFoundError,
  RejectedError,
  UnexpectedResponseError,
} from "../../timesheet/errors.ts";
import type {
  Approvals,
  Membership,
  MemberTimesheet,
  Person,
  Teams,
  TeamWorklog,
} from "../../timesheet/port.ts";
import { approvalStatus, personName } from "../approval-fields.ts";
import { eachOnce } from "../fields.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectDate, expectInteger, expectObject, expectString } from "../http/parse.ts";
import { upstreamName } from "../http/upstream-message.ts";
import { partsOfRange } from "../parts-of-range.ts";
import { DATA_CENTER_STATUSES } from "./approvals.ts";
import type { DataCenterSchedules } from "./schedules.ts";
import { type DataCenterWorklog, toFoundWorklog } from "./worklogs.ts";

/**
 * Its operations are inferred, not recorded: an answer that is not as inferred is an error that says so.
 *
 * @param learnIssue keeps what a worklog says of its issue
 */
export function createDataCenterTeams(
  tempo: ApiClient<paths>,
  schedules: DataCenterSchedules,
  approvals: Approvals,
  learnIssue: (worklog: DataCenterWorklog, issueId: string) => void,
): Teams {
  /** The keys are in lower case, since Jira ignores the case of user keys. */
  const users = new Map<string, Person & { id: string; login: string | undefined }>();

  function toTimesheet(approval: components["schemas"]["TimesheetApproval"]): MemberTimesheet {
    const { user, status, requiredSeconds, workedSeconds } = expectObject(approval, "a timesheet");
    return {
      memberId: learn(user?.key, "a timesheet's user", user?.displayName, user?.name),
      status: approvalStatus(status, DATA_CENTER_STATUSES),
      requiredSeconds: expectInteger(requiredSeconds, "a timesheet's required time"),
      loggedSeconds: expectInteger(workedSeconds, "a timesheet's logged time"),
    };
  }

  function toMembership({ member, membership }: components["schemas"]["TeamMembership"]): Membership {
    const { key, name, displayname, activeInJira } = expectObject(member, "a member");
    const { dateFromANSI: from, dateToANSI: to } = membership ?? {};
    const isActive = activeInJira !== false;
    return {
      memberId: learn(key, "a member's key", displayname, name, isActive),
      ...(from && { startDate: expectDate(from, "a membership's first date") }),
      ...(to && { endDate: expectDate(to, "a membership's last date") }),
    };
  }

  function toTeamWorklog(worklog: DataCenterWorklog): TeamWorklog {
    const { id, issueId, date, seconds, billableSeconds, attributes } = toFoundWorklog(worklog, learnIssue);
    const memberId = idOf(expectString(worklog.worker, "a worklog's worker"));
    return { id, issueId, date, seconds, billableSeconds, attributes, memberId };
  }

  /** Keeps who a user is. Returns the key as it was spelt first. */
  function learn(
    key: unknown,
    what: string,
    displayName: unknown,
    login: unknown,
    isActive?: boolean,
  ): string {
    const id = idOf(expectString(key, what));
    const known = users.get(id.toLowerCase());
    users.set(id.toLowerCase(), {
      id,
      name: personName(displayName, login) ?? known?.name ?? id,
      login: typeof login === "string" && login !== "" ? login : known?.login,
      isActive: isActive ?? known?.isActive ?? true,
    });
    return id;
  }

  function idOf(key: string): string {
    return users.get(key.toLowerCase())?.id ?? key;
  }

  return {
    list(scope) {
      const reading = tempo.read(
        scope,
        (client, signal) => client.GET("/rest/tempo-teams/2/team", { signal }),
        (teams) =>
          eachOnce(
            expectArray(teams, "its teams").map(({ id, name }) => ({
              id: String(expectInteger(id, "a team's id")),
              name: upstreamName(expectString(name, "a team's name")),
            })),
            ({ id }) => id,
          ),
      );
      return inferred(reading, NotFoundError);
    },

    /** Tempo is asked by the first date of a period, which the user's own periods say. */
    async readPeriod({ id, name }, date, scope) {
      const [period] = await approvals.read({ startDate: date, endDate: date }, (periods) => periods, scope);
      if (!period) {
        throw new InvalidInputError(
          `Tempo Data Center lists no period with ${date}, since it lists no future ones. Ask for an earlier date.`,
        );
      }
      const { startDate, endDate } = period;
      const query = { teamId: Number(id), periodStartDate: startDate };
      const reading = tempo.read(
        scope,
        (client, signal) =>
          client.GET("/rest/tempo-timesheets/4/timesheet-approval", { params: { query }, signal }),
        ({ approvals }) => expectArray(approvals, "its timesheets").map((approval) => toTimesheet(approval)),
        `The timesheets of the team ${name}`,
      );
      const timesheets = await inferred(reading);
      return timesheets.length === 0 ? undefined : { startDate, endDate, timesheets };
    },

    memberships({ id, name }, scope) {
      const body = { ids: [id], onlyActive: false };
      const reading = tempo.read(
        scope,
        (client, signal) => client.POST("/rest/tempo-teams/2/team/members", { body, signal }),
        (members) =>
          expectArray(members, "its members")
            .filter(({ membership }) => membership?.teamId === undefined || String(membership.teamId) === id)
            .map((found) => toMembership(found)),
        `The team ${name}`,
      );
      return inferred(reading);
    },

    async people(memberIds) {
      return new Map(
        memberIds.map((id) => [id, users.get(id.toLowerCase()) ?? { name: id, isActive: true }]),
      );
    },

    async schedules(memberIds, range, scope) {
      if (memberIds.length === 0) return new Map();
      const asked = memberIds.map((key) => ({ key, login: users.get(key.toLowerCase())?.login ?? key }));
      return inferred(schedules.read(asked, range, scope, (found) => found));
    },

    worklogParts(memberIds, range, scope) {
      const asked = new Set(memberIds);
      const search = async ({ startDate, endDate }: DateRange) => {
        const body = { from: startDate, to: endDate, worker: [...memberIds] };
        return tempo.read(
          scope,
          (client, signal) => client.POST("/rest/tempo-timesheets/4/worklogs/search", { body, signal }),
          (worklogs) =>
            expectArray(worklogs, "its worklogs")
              .map((worklog) => toTeamWorklog(worklog))
              // A search that ignores `worker` returns worklogs of users of other teams too.
              .filter(({ memberId }) => asked.has(memberId)),
        );
      };
      return partsOfRange(range, async function* read(part) {
        yield await search(part);
      });
    },
  };
}

/**
 * @param also a further error by which Tempo says that it does not know the operation
 * @throws UnexpectedResponseError that says that the operation is inferred, if Tempo does not know it or answers otherwise
 */
async function inferred<Result>(
  reading: Promise<Result>,
  also: typeof RejectedError | typeof NotFoundError = RejectedError,
): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    const isOther = error instanceof UnexpectedResponseError && !(error instanceof LargeResponseError);
    if (!isOther && !(error instanceof RejectedError) && !(error instanceof also)) throw error;
    throw new UnexpectedResponseError(
      `How Tempo Data Center answers about teams is inferred, not recorded, and this one answers otherwise. ${error.message} ` +
        "If the address is right, teams cannot be read on this Tempo; report its version and this sentence to TempoFiller.",
      error.httpStatus,
    );
  }
}
