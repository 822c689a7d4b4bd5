import type { paths as JiraPaths } from "../../generated/jira-api.ts";
import type { paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { readActivity } from "../activity.ts";
import type { DataCenterDeployment } from "../deployment.ts";
import {
  addressIn,
  type DiagnosticTimesheet,
  ownerReaders,
  profileIn,
  type Worker,
} from "../diagnostic-timesheet.ts";
import { type ApiClient, type ApiClientOptions, createApiClient } from "../http/client.ts";
import { expectArray, expectString, optionalString, textsAmong } from "../http/parse.ts";
import { DATA_CENTER_CONCURRENCY } from "../http/rate-limit.ts";
import type { ServiceHelp } from "../http/service.ts";
import { upstreamName } from "../http/upstream-message.ts";
import { IssueCache } from "../issue-cache.ts";
import { memoizeAsync } from "../memoize.ts";
import { createLookups } from "../work-attributes.ts";
import { createDataCenterAccounts } from "./accounts.ts";
import { createDataCenterActivity } from "./activity.ts";
import { createDataCenterApprovals } from "./approvals.ts";
import { createDataCenterIssues } from "./issues.ts";
import { DataCenterSchedules } from "./schedules.ts";
import { createDataCenterTeams } from "./teams.ts";
import {
  createDataCenterWorklogs,
  createWorklogSearch,
  type DataCenterWorklog,
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
  const search = createWorklogSearch(tempo, workerId);
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
      accounts: createDataCenterAccounts(connect("Tempo Accounts", help.accounts), jira, search, clock),
    },
    clock,
  );
  const approvals = createDataCenterApprovals(tempo, jira, clock, workerId);
  const schedules = new DataCenterSchedules(tempo);

  function learn({ issue }: DataCenterWorklog, id: string): void {
    const { key = "", summary } = issue ?? {};
    if (key !== "" && summary !== undefined) issueCache.add({ id, key, fields: { summary } });
  }

  return {
    /** Tempo stores one worklog per request here. */
    createLimits: { batchSize: 1, concurrency: DATA_CENTER_CONCURRENCY, oneWriteAnIssue: true },
    approvals,
    teams: createDataCenterTeams(tempo, schedules, approvals, learn),
    ...issues,
    ...createDataCenterWorklogs(tempo, search, issues, lookups, workerId, learn),
    ...ownerReaders(worker, baseUrl),

    async readActivity(range, zone, scope) {
      const { id, login = id, timeZone } = await worker(scope);
      const api = createDataCenterActivity(jira, id);
      return readActivity(api, { user: login, jiraZone: timeZone }, range, zone, scope);
    },

    /** Tempo keeps its worklogs in Jira. */
    hoursOnlyInJira: async () => ({ hours: [] }),

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

    valueNames: lookups.valueNames,

    async getSchedule(range, scope) {
      const { id, login = id } = await worker(scope);
      return schedules.read([{ key: id, login }], range, scope, (found) =>
        expectArray(found.get(id), "your days"),
      );
    },
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
