import type { paths as JiraPaths } from "../../generated/jira-api.ts";
import type { paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import { addDays, utcDate } from "../../timesheet/dates.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import type { BookedWorklog, CallScope } from "../../timesheet/port.ts";
import { readActivity } from "../activity.ts";
import type { DataCenterDeployment } from "../deployment.ts";
import {
  addressIn,
  type DiagnosticTimesheet,
  ownerOf,
  profileIn,
  profileOf,
  type Worker,
} from "../diagnostic-timesheet.ts";
import { type ApiClient, type ApiClientOptions, createApiClient } from "../http/client.ts";
import { expectArray, expectString, optionalString, textsAmong } from "../http/parse.ts";
import { DATA_CENTER_CONCURRENCY } from "../http/rate-limit.ts";
import type { ServiceHelp } from "../http/service.ts";
import { upstreamName } from "../http/upstream-message.ts";
import { filterIssueId, IssueCache } from "../issue-cache.ts";
import { memoizeAsync } from "../memoize.ts";
import { partsOfRange } from "../parts-of-range.ts";
import { createLookups } from "../work-attributes.ts";
import { createDataCenterAccounts } from "./accounts.ts";
import { createDataCenterActivity } from "./activity.ts";
import { createDataCenterApprovals } from "./approvals.ts";
import { createDataCenterIssues } from "./issues.ts";
import { DataCenterSchedules } from "./schedules.ts";
import { createDataCenterTeams } from "./teams.ts";
import {
  accountKeyIn,
  type DataCenterWorklog,
  DataCenterWorklogRequests,
  isSameUser,
  toBookedWorklog,
  toExistingWorklog,
  toFoundWorklog,
  toFullWorklog,
  toListedWorklog,
  toWorkAttribute,
} from "./worklogs.ts";

/** The worker is the owner of the personal access token. */
export function createDataCenterTimesheet(
  deployment: DataCenterDeployment,
  options: ApiClientOptions,
): DiagnosticTimesheet {
  const { baseUrl, token, help } = deployment;
  const { clock } = options;
  const authorization = `Bearer ${token}`;
  // One server serves both, so its rate limit holds for both.
  const shared = { ...options, rateLimit: { blockedUntil: 0 } };
  const connect = (name: string, serviceHelp: ServiceHelp) =>
    createApiClient<TempoPaths>(
      { api: "tempo-data-center", name, baseUrl, isRateLimited: true, help: serviceHelp },
      authorization,
      shared,
    );
  const tempo = connect("Tempo", help.tempo);
  const jira = createApiClient<JiraPaths>(
    { api: "jira", name: "Jira", baseUrl, isRateLimited: true, help: help.jira },
    authorization,
    shared,
  );
  const worker = memoizeAsync((scope) => readWorker(jira, scope));
  const workerId = async (scope: CallScope) => (await worker(scope)).id;
  const worklogs = new DataCenterWorklogRequests(tempo, workerId);
  const issueCache = new IssueCache(clock);
  const issues = createDataCenterIssues(jira, workerId, issueCache);
  const lookups = createLookups(
    deployment,
    {
      workAttributes: (scope) =>
        tempo.read(
          scope,
          (client, signal) => client.GET("/rest/tempo-core/1/work-attribute", { signal }),
          (attributes) => expectArray(attributes, "its work attributes").map(toWorkAttribute),
        ),
      accounts: createDataCenterAccounts(
        connect("Tempo Accounts", help.accounts),
        jira,
        findAccountKey,
        clock,
      ),
    },
    clock,
  );
  const approvals = createDataCenterApprovals(tempo, jira, clock, workerId);
  const schedules = new DataCenterSchedules(tempo);

  async function filterOf(issueKey: string | undefined, scope: CallScope) {
    if (issueKey === undefined) return {};
    return { taskId: [filterIssueId(issueKey, await issues.findIssues([issueKey], scope))] };
  }

  function toBooked(worklog: DataCenterWorklog): BookedWorklog {
    const booked = toBookedWorklog(worklog);
    learn(worklog, booked.issueId);
    return booked;
  }

  function learn({ issue }: DataCenterWorklog, id: string): void {
    const { key = "", summary } = issue ?? {};
    if (key !== "" && summary !== undefined) issueCache.add({ id, key, fields: { summary } });
  }

  /** Finds the key of the issue's own account in the user's recent worklogs on the issue. */
  async function findAccountKey(issueId: string, scope: CallScope): Promise<string | undefined> {
    const today = utcDate(clock.wallClock());
    const range = { startDate: addDays(today, -365), endDate: addDays(today, 30) };
    const filter = { taskId: [Number(issueId)] };
    const keys = await worklogs.search(range, filter, accountKeyIn, scope);
    return keys.find((key) => key !== "");
  }

  return {
    /** Tempo stores one worklog per request here. */
    createLimits: { batchSize: 1, concurrency: DATA_CENTER_CONCURRENCY, oneWriteAnIssue: true },
    approvals,
    teams: createDataCenterTeams(tempo, schedules, approvals, toBooked),
    ...issues,
    async getOwner(scope) {
      return ownerOf(await worker(scope), baseUrl);
    },

    async getOwnerNames(scope) {
      const { id, otherNames } = await worker(scope);
      return [id, ...otherNames];
    },

    async readProfile(scope) {
      return profileOf(await worker(scope));
    },

    async readActivity(range, zone, scope) {
      const { id, login = id, timeZone } = await worker(scope);
      const api = createDataCenterActivity(jira, id);
      return readActivity(api, { user: login, jiraZone: timeZone }, range, zone, scope);
    },

    /** Tempo keeps its worklogs in Jira. */
    hoursOnlyInJira: async () => ({ hours: [] }),

    whoAmI: worker,

    listWorklogs(range, scope) {
      return worklogs.list(range, {}, scope, (found) => found.map(toListedWorklog));
    },

    async isInstalled(scope) {
      const path = "/rest/tempo-timesheets/4/worklogs";
      try {
        await tempo.read(
          scope,
          (client, signal) => client.GET(path, { signal }),
          () => {},
        );
      } catch (error) {
        if (!(error instanceof TimesheetError)) throw error;
        return { 404: false, 405: true }[error.httpStatus ?? 0];
      }
      return undefined;
    },

    workAttributes: lookups.workAttributes,

    givenAttributes: lookups.givenAttributes,

    async getSchedule(range, scope) {
      const { id, login = id } = await worker(scope);
      return schedules.read([{ key: id, login }], range, scope, (found) =>
        expectArray(found.get(id), "your days"),
      );
    },

    async getWorklogs(range, issueKey, scope) {
      const filter = await filterOf(issueKey, scope);
      const found = await worklogs.search(range, filter, toFoundWorklog, scope);
      // Older instances return an issue by its id alone, and so do all if the worker has lost access to it.
      const unnamed = found.filter(({ issue }) => issue.key === "").map(({ issue }) => issue.id);
      const named = await issues.issuesById(unnamed, scope);
      return found.map((worklog) => ({ ...worklog, issue: named.get(worklog.issue.id) ?? worklog.issue }));
    },

    worklogParts(range, issueKey, scope) {
      return partsOfRange(
        range,
        async function* read(part) {
          const filter = await filterOf(issueKey, scope);
          yield await worklogs.search(part, filter, toBooked, scope);
        },
        ({ id }) => id,
      );
    },

    getExistingWorklogs(range, scope) {
      return worklogs.search(range, {}, toExistingWorklog, scope);
    },

    async createWorklogs(created, scope) {
      const [first] = created;
      if (!first) return [];
      const creating = created.map(async (worklog) =>
        worklogs.create(worklog, await lookups.attributesOf(worklog, scope), scope),
      );
      const given = first.attributes ?? [];
      return (await lookups.explained(first.issue.id, given, scope, Promise.all(creating))).flat();
    },

    readWorklog(id, scope) {
      return worklogs.read(id, scope, (found, worker) => {
        const worklog = toFullWorklog(found);
        learn(found, worklog.issueId);
        return { worklog, isOwn: isSameUser(expectString(found.worker, "a worklog's worker"), worker) };
      });
    },

    updateWorklog(worklog, scope) {
      const { issueId, attributes } = worklog;
      return lookups.explained(issueId, attributes, scope, worklogs.update(worklog, scope));
    },

    moveWorklog(id, issueId, scope) {
      return lookups.explained(issueId, [], scope, worklogs.move(id, issueId, scope));
    },

    deleteWorklog: (id, scope) => worklogs.delete(id, scope),
  };
}

/** The owner of the token, identified by key, since Tempo does not know names. */
function readWorker(jira: ApiClient<JiraPaths>, scope: CallScope): Promise<Worker> {
  return jira.read(
    scope,
    (client, signal) => client.GET("/rest/api/2/myself", { signal }),
    ({ key, name, displayName, emailAddress, self, timeZone }) => ({
      id: expectString(key, "your user key"),
      ...addressIn(self),
      ...profileIn(emailAddress, timeZone),
      ...(typeof name === "string" && name !== "" && { login: name }),
      otherNames: textsAmong([name, emailAddress]),
      ...(displayName && { name: upstreamName(optionalString(displayName, "your name")) }),
    }),
  );
}
