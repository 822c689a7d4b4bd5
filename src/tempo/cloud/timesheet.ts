import type { paths as TempoPaths } from "../../generated/tempo-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { readActivity } from "../activity.ts";
import type { CloudDeployment } from "../deployment.ts";
import { type DiagnosticTimesheet, ownerReaders } from "../diagnostic-timesheet.ts";
import { toScheduledDay } from "../fields.ts";
import { type ApiClientOptions, createApiClient, type Fetch } from "../http/client.ts";
import { expectArray } from "../http/parse.ts";
import type { ServiceHelp } from "../http/service.ts";
import { createLookups } from "../work-attributes.ts";
import { createCloudAccounts } from "./accounts.ts";
import { createCloudActivity } from "./activity.ts";
import { createCloudApprovals } from "./approvals.ts";
import { createCloudIssues } from "./issues.ts";
import { CloudJira } from "./jira.ts";
import { hoursOnlyInJira } from "./jira-hours.ts";
import { allPages, parsePage } from "./pages.ts";
import { createCloudTeams } from "./teams.ts";
import { createCloudWorklogs, toWorkAttribute } from "./worklogs.ts";

/** The worker is the owner of the Jira token. */
export function createCloudTimesheet(
  deployment: CloudDeployment,
  options: ApiClientOptions,
): DiagnosticTimesheet {
  const { tempoUrl, tempoToken, jiraUrl, jiraEmail: email, help } = deployment;
  const serverClock = createServerClock(options.clock);
  // All of it is one gateway, so its rate limit holds for all.
  const shared = {
    ...options,
    fetch: serverClock.observing(options.fetch),
    rateLimit: { blockedUntil: 0 },
  };
  const connect = (serviceHelp: ServiceHelp, name = "Tempo") =>
    createApiClient<TempoPaths>(
      { api: "tempo", name, baseUrl: tempoUrl, isRateLimited: true, help: serviceHelp },
      `Bearer ${tempoToken}`,
      shared,
    );
  const tempo = connect(help.tempo);
  const jira = new CloudJira(deployment, options);
  const worker = jira.owner;
  const workerId = async (scope: CallScope) => (await worker(scope)).id;
  const issues = createCloudIssues(jira, workerId, options.clock);
  const lookups = createLookups(
    deployment,
    {
      workAttributes: (scope) =>
        allPages(
          (page) =>
            tempo.read(
              scope,
              (client, signal) => client.GET("/4/work-attributes", { params: { query: page }, signal }),
              parsePage(toWorkAttribute),
            ),
          ({ key }) => key,
        ),
      accounts: createCloudAccounts(connect(help.accounts, "Tempo Accounts"), jira, options.clock),
    },
    options.clock,
  );

  return {
    /** Tempo's bulk create takes 50; its gateway allows 3 requests at a time. */
    createLimits: { batchSize: 50, concurrency: 3, oneWriteAnIssue: false },
    approvals: createCloudApprovals(connect(help.approvals), jira, workerId),
    teams: createCloudTeams(connect(help.teams), jira),
    ...issues,
    ...createCloudWorklogs(tempo, issues, lookups, workerId),
    ...ownerReaders(worker, jiraUrl, email),

    async readActivity(range, zone, scope) {
      const { id, timeZone } = await worker(scope);
      const api = createCloudActivity(jira, id);
      return readActivity(api, { user: id, jiraZone: timeZone }, range, zone, scope);
    },

    async hoursOnlyInJira(range, zone, scope) {
      const { id, timeZone } = await worker(scope);
      return hoursOnlyInJira(jira, tempo, { accountId: id, range, zone, jiraZone: timeZone }, scope);
    },

    findLoggedIssue: async () => undefined,

    isInstalled: async () => undefined,

    workAttributes: lookups.workAttributes,

    givenAttributes: lookups.givenAttributes,

    valueNames: lookups.valueNames,

    async getSchedule({ startDate, endDate }, scope) {
      const accountId = await workerId(scope);
      const params = { path: { accountId }, query: { from: startDate, to: endDate } };
      return tempo.read(
        scope,
        (client, signal) => client.GET("/4/user-schedule/{accountId}", { params, signal }),
        ({ results }) => expectArray(results, "its days").map(toScheduledDay),
      );
    },

    serverTime: serverClock.now,
  };
}

/** A server's own clock, by the `Date` of its last response: the clock of this machine may be off, or be set. */
function createServerClock(clock: Pick<Clock, "now">) {
  let ahead: number | undefined;
  return {
    /** Looks at the responses to requests. A failure's may be a gateway's in between, which has another clock. */
    observing(send: Fetch): Fetch {
      return async (request) => {
        const response = await send(request);
        const date = Date.parse(response.headers.get("date") ?? "");
        if (response.ok && !Number.isNaN(date)) ahead = date - clock.now();
        return response;
      };
    },

    /** Milliseconds since 1970, to the second; undefined before the first response that says it. */
    now: () => (ahead === undefined ? undefined : ahead + clock.now()),
  };
}
