import type { paths as JiraPaths } from "../../generated/jira-api.ts";
import type { paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { addDays, type DateRange, utcDate } from "../../timesheet/dates.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import type {
  Approvals,
  AttributeValue,
  BookedWorklog,
  CallScope,
  ExistingWorklog,
  FoundIssue,
  FullWorklog,
  Issue,
  IssueQuery,
  LoggedWorklog,
  NewWorklog,
  Owner,
  Profile,
  ReadActivity,
  ScheduledDay,
  StoredWorklog,
  Teams,
} from "../../timesheet/port.ts";
import { readActivity } from "../activity/read-activity.ts";
import type { DataCenterDeployment } from "../deployment.ts";
import type { DiagnosticTimesheet, ListedWorklog, Worker } from "../diagnostic-timesheet.ts";
import { type ApiClient, type ApiClientOptions, createApiClient } from "../http/client.ts";
import { expectArray, expectString } from "../http/parse.ts";
import { DATA_CENTER_CONCURRENCY } from "../http/rate-limit.ts";
import type { ServiceHelp } from "../http/service.ts";
import { filterIssueId } from "../issue-cache.ts";
import { createLookups, type Lookups } from "../lookups.ts";
import { memoizeAsync } from "../memoize.ts";
import { ownerOf, profileOf } from "../owner.ts";
import { partsOfRange } from "../parts-of-range.ts";
import type { WorkAttribute } from "../work-attributes.ts";
import { DataCenterAccounts } from "./accounts.ts";
import { DataCenterActivity } from "./activity.ts";
import { DataCenterApprovals } from "./approvals.ts";
import { DataCenterIssues } from "./issues.ts";
import { DataCenterSchedules } from "./schedules.ts";
import { DataCenterTeams } from "./teams.ts";
import { toWorkAttribute } from "./work-attributes.ts";
import { readWorker } from "./worker.ts";
import { DataCenterWorklogRequests, type WorklogFilter } from "./worklog-requests.ts";
import {
  accountKeyIn,
  type DataCenterWorklog,
  isSameUser,
  toBookedWorklog,
  toExistingWorklog,
  toFoundWorklog,
  toFullWorklog,
  toListedWorklog,
} from "./worklogs.ts";

/** The worker is the owner of the personal access token. */
export class DataCenterTimesheet implements DiagnosticTimesheet {
  /** Tempo stores one worklog per request here. */
  readonly createLimits = { batchSize: 1, concurrency: DATA_CENTER_CONCURRENCY, oneWriteAnIssue: true };
  readonly approvals: Approvals;
  readonly teams: Teams;

  readonly #site: string;
  readonly #tempo: ApiClient<TempoPaths>;
  readonly #jira: ApiClient<JiraPaths>;
  readonly #worklogs: DataCenterWorklogRequests;
  readonly #issues: DataCenterIssues;
  readonly #lookups: Lookups;
  readonly #schedules: DataCenterSchedules;
  readonly #clock: Clock;

  constructor(deployment: DataCenterDeployment, options: ApiClientOptions) {
    const { baseUrl, token, help } = deployment;
    this.#site = baseUrl;
    this.#clock = options.clock;
    const authorization = `Bearer ${token}`;
    // One server serves both, so its rate limit holds for both.
    const shared = { ...options, rateLimit: { blockedUntil: 0 } };
    const connect = (name: string, serviceHelp: ServiceHelp) =>
      createApiClient<TempoPaths>(
        { api: "tempo-data-center", name, baseUrl, isRateLimited: true, help: serviceHelp },
        authorization,
        shared,
      );
    this.#tempo = connect("Tempo", help.tempo);
    this.#worklogs = new DataCenterWorklogRequests(this.#tempo, (scope) => this.#lookups.workerId(scope));
    this.#jira = createApiClient(
      { api: "jira", name: "Jira", baseUrl, isRateLimited: true, help: help.jira },
      authorization,
      shared,
    );
    this.#issues = new DataCenterIssues(this.#jira, options.clock);
    this.#lookups = createLookups(
      deployment,
      {
        worker: memoizeAsync((scope) => readWorker(this.#jira, scope)),
        workAttributes: (scope) => this.#loadWorkAttributes(scope),
        accounts: new DataCenterAccounts(
          connect("Tempo Accounts", help.accounts),
          this.#jira,
          (issueId, scope) => this.#accountKey(issueId, scope),
          options.clock,
        ),
      },
      options.clock,
    );
    this.approvals = new DataCenterApprovals(this.#tempo, this.#jira, options.clock, (scope) =>
      this.#lookups.workerId(scope),
    );
    this.#schedules = new DataCenterSchedules(this.#tempo);
    this.teams = new DataCenterTeams(this.#tempo, this.#schedules, this.approvals, (worklog) =>
      this.#toBooked(worklog),
    );
  }

  async getOwner(scope: CallScope): Promise<Owner> {
    return ownerOf(await this.#lookups.worker(scope), this.#site);
  }

  async getOwnerNames(scope: CallScope): Promise<string[]> {
    const { id, otherNames } = await this.#lookups.worker(scope);
    return [id, ...otherNames];
  }

  async readProfile(scope: CallScope): Promise<Profile> {
    return profileOf(await this.#lookups.worker(scope));
  }

  async readActivity(range: DateRange, zone: string, scope: CallScope): Promise<ReadActivity> {
    const { id, login = id, timeZone } = await this.#lookups.worker(scope);
    const api = new DataCenterActivity(this.#jira, id);
    return readActivity(api, { user: login, jiraZone: timeZone }, range, zone, scope);
  }

  /** Tempo keeps its worklogs in Jira. */
  async hoursOnlyInJira(): Promise<{ hours: [] }> {
    return { hours: [] };
  }

  whoAmI(scope: CallScope): Promise<Worker> {
    return this.#lookups.worker(scope);
  }

  listWorklogs(range: DateRange, scope: CallScope): Promise<ListedWorklog[]> {
    return this.#worklogs.list(range, {}, scope, (found) => found.map(toListedWorklog));
  }

  findLoggedIssue(range: DateRange, scope: CallScope): Promise<string | undefined> {
    return this.#issues.findLogged(range, scope);
  }

  async isInstalled(scope: CallScope): Promise<boolean | undefined> {
    const path = "/rest/tempo-timesheets/4/worklogs";
    try {
      await this.#tempo.read(
        scope,
        (client, signal) => client.GET(path, { signal }),
        () => {},
      );
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      return { 404: false, 405: true }[error.httpStatus ?? 0];
    }
    return undefined;
  }

  workAttributes(scope: CallScope, issue?: Issue): Promise<WorkAttribute[]> {
    return this.#lookups.workAttributes(scope, issue);
  }

  givenAttributes(given: Record<string, string>, issue: Issue, scope: CallScope): Promise<AttributeValue[]> {
    return this.#lookups.givenAttributes(given, issue, scope);
  }

  async getSchedule(range: DateRange, scope: CallScope): Promise<ScheduledDay[]> {
    const { id, login = id } = await this.#lookups.worker(scope);
    return this.#schedules.read([{ key: id, login }], range, scope, (found) =>
      expectArray(found.get(id), "your days"),
    );
  }

  async getWorklogs(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
  ): Promise<LoggedWorklog[]> {
    const filter = await this.#filterOf(issueKey, scope);
    const found = await this.#worklogs.search(range, filter, toFoundWorklog, scope);
    // Older instances return an issue by its id alone, and so do all if the worker has lost access to it.
    const unnamed = found.filter(({ issue }) => issue.key === "").map(({ issue }) => issue.id);
    const named = await this.#issues.byIds(unnamed, scope);
    return found.map((worklog) => ({ ...worklog, issue: named.get(worklog.issue.id) ?? worklog.issue }));
  }

  worklogParts(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
  ): AsyncIterable<BookedWorklog[]> {
    const search = async (part: DateRange) => {
      const filter = await this.#filterOf(issueKey, scope);
      return this.#worklogs.search(part, filter, (worklog) => this.#toBooked(worklog), scope);
    };
    return partsOfRange(
      range,
      async function* read(part) {
        yield await search(part);
      },
      ({ id }) => id,
    );
  }

  getExistingWorklogs(range: DateRange, scope: CallScope): Promise<ExistingWorklog[]> {
    return this.#worklogs.search(range, {}, toExistingWorklog, scope);
  }

  async findIssues(keys: string[], scope: CallScope): Promise<Map<string, Issue>> {
    // A rejected token must be reported as such, before a key is called unknown.
    await this.#lookups.workerId(scope);
    return this.#issues.byKeys(keys, scope);
  }

  issuesById(ids: string[], scope: CallScope): Promise<Map<string, Issue>> {
    return this.#issues.byIds(ids, scope);
  }

  issueStates(ids: string[], scope: CallScope): Promise<Map<string, "open" | "closed">> {
    return this.#issues.states(ids, scope);
  }

  async searchIssues(query: IssueQuery, scope: CallScope): Promise<{ issues: FoundIssue[]; more: boolean }> {
    return this.#issues.search(query, await this.#lookups.workerId(scope), scope);
  }

  async describeIssues(idsOrKeys: string[], scope: CallScope): Promise<FoundIssue[]> {
    return this.#issues.describe(idsOrKeys, await this.#lookups.workerId(scope), scope);
  }

  async createWorklogs(worklogs: NewWorklog[], scope: CallScope): Promise<StoredWorklog[]> {
    const [first] = worklogs;
    if (!first) return [];
    const creating = worklogs.map(async (worklog) =>
      this.#worklogs.create(worklog, await this.#lookups.attributesOf(worklog, scope), scope),
    );
    const given = first.attributes ?? [];
    return (await this.#lookups.explained(first.issue.id, given, scope, Promise.all(creating))).flat();
  }

  readWorklog(id: string, scope: CallScope): Promise<{ worklog: FullWorklog; isOwn: boolean } | undefined> {
    return this.#worklogs.read(id, scope, (found, worker) => {
      const worklog = toFullWorklog(found);
      this.#learn(found, worklog.issueId);
      return { worklog, isOwn: isSameUser(expectString(found.worker, "a worklog's worker"), worker) };
    });
  }

  updateWorklog(worklog: FullWorklog, scope: CallScope): Promise<FullWorklog> {
    const { issueId, attributes } = worklog;
    return this.#lookups.explained(issueId, attributes, scope, this.#worklogs.update(worklog, scope));
  }

  moveWorklog(id: string, issueId: string, scope: CallScope): Promise<void> {
    return this.#lookups.explained(issueId, [], scope, this.#worklogs.move(id, issueId, scope));
  }

  deleteWorklog(id: string, scope: CallScope): Promise<void> {
    return this.#worklogs.delete(id, scope);
  }

  async #filterOf(issueKey: string | undefined, scope: CallScope): Promise<WorklogFilter> {
    if (issueKey === undefined) return {};
    return { taskId: [filterIssueId(issueKey, await this.findIssues([issueKey], scope))] };
  }

  #toBooked(worklog: DataCenterWorklog): BookedWorklog {
    const booked = toBookedWorklog(worklog);
    this.#learn(worklog, booked.issueId);
    return booked;
  }

  #learn({ issue }: DataCenterWorklog, id: string): void {
    const { key = "", summary } = issue ?? {};
    if (key !== "" && summary !== undefined) this.#issues.learn({ id, key, summary });
  }

  /** Finds the key of the issue's own account in the user's recent worklogs on the issue. */
  async #accountKey(issueId: string, scope: CallScope): Promise<string | undefined> {
    const today = utcDate(this.#clock.wallClock());
    const range = { startDate: addDays(today, -365), endDate: addDays(today, 30) };
    const filter = { taskId: [Number(issueId)] };
    const keys = await this.#worklogs.search(range, filter, accountKeyIn, scope);
    return keys.find((key) => key !== "");
  }

  #loadWorkAttributes(scope: CallScope): Promise<WorkAttribute[]> {
    return this.#tempo.read(
      scope,
      (client, signal) => client.GET("/rest/tempo-core/1/work-attribute", { signal }),
      (attributes) => expectArray(attributes, "its work attributes").map(toWorkAttribute),
    );
  }
}
