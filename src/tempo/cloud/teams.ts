import pLimit from "p-limit";
import type { components, paths } from "../../generated/tempo-api.ts";
import { addDays, type DateRange } from "../../timesheet/dates.ts";
import { ForbiddenError } from "../../timesheet/errors.ts";
import type {
  CallScope,
  Membership,
  MemberTimesheet,
  Person,
  Team,
  Teams,
  TeamWorklog,
} from "../../timesheet/port.ts";
import { approvalStatus, personName } from "../approval-fields.ts";
import { toScheduledDay } from "../fields.ts";
import { type ApiClient, ifFound } from "../http/client.ts";
import { expectArray, expectDate, expectInteger, expectString } from "../http/parse.ts";
import { CLOUD_CONCURRENCY } from "../http/rate-limit.ts";
import { upstreamName } from "../http/upstream-message.ts";
import { partsOfRange } from "../parts-of-range.ts";
import { CLOUD_STATUSES } from "./approvals.ts";
import type { CloudJira } from "./jira.ts";
import { allPages, eachPage, parsePage } from "./pages.ts";
import { toFoundWorklog } from "./worklogs.ts";

/** Ids of users in one request to Jira: its address stays below 8 KB. */
const USERS_AT_ONCE = 100;

export function createCloudTeams(tempo: ApiClient<paths>, jira: CloudJira): Teams {
  async function users(ids: readonly string[], scope: CallScope): Promise<(readonly [string, Person])[]> {
    const params = { query: { accountId: [...ids], maxResults: ids.length } };
    try {
      return await jira.read(
        scope,
        (client, signal) => client.GET("/rest/api/3/user/bulk", { params, signal }),
        ({ values }) => expectArray(values, "its users").map(toPerson),
      );
    } catch (error) {
      if (error instanceof ForbiddenError) return [];
      throw error;
    }
  }

  return {
    list(scope) {
      return allPages(
        (page) =>
          tempo.read(
            scope,
            (client, signal) => client.GET("/4/teams", { params: { query: page }, signal }),
            parsePage(toTeam),
          ),
        ({ id }) => id,
      );
    },

    async readPeriod({ id, name }, date, scope) {
      const params = { path: { teamId: id }, query: { from: date } };
      const found = await tempo.read(
        scope,
        (client, signal) => client.GET("/4/timesheet-approvals/team/{teamId}", { params, signal }),
        ({ results }) =>
          expectArray(results, "its timesheets").map((approval) => ({
            period: periodOf(approval),
            timesheet: toTimesheet(approval),
          })),
        `The timesheets of the team ${name}`,
      );
      const [first] = found;
      return first && { ...first.period, timesheets: found.map(({ timesheet }) => timesheet) };
    },

    memberships({ id, name }, scope) {
      const params = { path: { teamId: id } };
      return tempo.read(
        scope,
        (client, signal) => client.GET("/4/team-memberships/team/{teamId}", { params, signal }),
        // Generic resources have memberships too, and no account.
        ({ results }) => expectArray(results, "its memberships").flatMap(toMembership),
        `The team ${name}`,
      );
    },

    /** A user whom Jira does not show is named by id, and taken to be active. */
    async people(memberIds, scope) {
      const parts = Array.from({ length: Math.ceil(memberIds.length / USERS_AT_ONCE) }, (_, index) =>
        memberIds.slice(index * USERS_AT_ONCE, (index + 1) * USERS_AT_ONCE),
      );
      const found = (await pLimit(CLOUD_CONCURRENCY).map(parts, (ids) => users(ids, scope))).flat();
      const unknown = memberIds.map((id) => [id, { name: id, isActive: true }] as const);
      return new Map([...unknown, ...found]);
    },

    async schedules(memberIds, { startDate, endDate }, scope) {
      const found = await pLimit(CLOUD_CONCURRENCY).map([...memberIds], async (accountId) => {
        const params = { path: { accountId }, query: { from: startDate, to: endDate } };
        const reading = tempo.read(
          scope,
          (client, signal) => client.GET("/4/user-schedule/{accountId}", { params, signal }),
          ({ results }) => expectArray(results, "its days").map(toScheduledDay),
          "The schedule of a member",
        );
        return [accountId, await ifFound(reading)] as const;
      });
      return new Map(found.flatMap(([id, days]) => (days === undefined ? [] : [[id, days]])));
    },

    worklogParts(memberIds, range, scope) {
      const search = ({ startDate, endDate }: DateRange) => {
        const body = { authorIds: [...memberIds], from: startDate, to: endDate };
        const page = (query: { offset: number; limit: number }) =>
          tempo.read(
            scope,
            (client, signal) => client.POST("/4/worklogs/search", { params: { query }, body, signal }),
            parsePage(toTeamWorklog),
          );
        return eachPage(page, idOf);
      };
      return partsOfRange(range, search);
    },
  };
}

function toTeam({ id, name }: components["schemas"]["Team"]): Team {
  return {
    id: String(expectInteger(id, "a team's id")),
    name: upstreamName(expectString(name, "a team's name")),
  };
}

function toPerson({
  accountId,
  displayName,
  active,
}: {
  accountId: string;
  displayName?: string;
  active?: boolean;
}): readonly [string, Person] {
  const id = expectString(accountId, "a user's id");
  return [id, { name: personName(displayName) ?? id, isActive: active !== false }];
}

function periodOf({ period }: components["schemas"]["TimesheetApproval"]): DateRange {
  return {
    startDate: expectDate(period?.from, "the period's first date"),
    endDate: expectDate(period.to, "the period's last date"),
  };
}

function toTimesheet({
  user,
  status,
  requiredSeconds,
  timeSpentSeconds,
}: components["schemas"]["TimesheetApproval"]): MemberTimesheet {
  return {
    memberId: expectString(user?.accountId, "a timesheet's user"),
    status: approvalStatus(status?.key ?? "OPEN", CLOUD_STATUSES),
    requiredSeconds: expectInteger(requiredSeconds, "a timesheet's required time"),
    loggedSeconds: expectInteger(timeSpentSeconds, "a timesheet's logged time"),
  };
}

function toMembership({
  member,
  from,
  inclusiveTo,
  to,
}: components["schemas"]["TeamMembership"]): Membership[] {
  if (!member?.accountId) return [];
  const last = inclusiveTo ?? (to === undefined || to === null ? undefined : addDays(to, -1));
  return [
    {
      memberId: member.accountId,
      ...(from && { startDate: expectDate(from, "a membership's first date") }),
      ...(last && { endDate: expectDate(last, "a membership's last date") }),
    },
  ];
}

function toTeamWorklog(worklog: components["schemas"]["Worklog"]): TeamWorklog {
  const { id, issueId, date, seconds, billableSeconds, attributes } = toFoundWorklog(worklog);
  const memberId = expectString(worklog.author?.accountId, "a worklog's author");
  return { id, issueId, date, seconds, billableSeconds, attributes, memberId };
}

function idOf({ id }: TeamWorklog): string {
  return id;
}
