import pLimit from "p-limit";
import type { components as JiraComponents, paths as JiraPaths } from "../../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import { addDays, type DateRange } from "../../timesheet/calendar.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type {
  Approvals,
  CallScope,
  ExistingWorklog,
  FoundIssue,
  FoundWorklog,
  FullWorklog,
  Issue,
  IssueQuery,
  LoggedWorklog,
  NewWorklog,
  Owner,
  ScheduledDay,
  StoredWorklog,
} from "../../timesheet/port.ts";
import type { DataCenterDeployment } from "../deployment.ts";
import type { DiagnosticTimesheet, Worker } from "../diagnostic-timesheet.ts";
import { type ApiClient, type ApiClientOptions, createApiClient, ifFound } from "../http/client.ts";
import {
  expectArray,
  expectDate,
  expectInteger,
  expectObject,
  expectSame,
  expectString,
  optionalString,
  parseValid,
} from "../http/parse.ts";
import { DATA_CENTER_CONCURRENCY } from "../http/rate-limit.ts";
import type { ServiceHelp } from "../http/service.ts";
import { FOUND_ISSUE_FIELDS, filterIssueId, IssueCache, stateOf, toFoundIssue } from "../issue-cache.ts";
import { toJql } from "../jql.ts";
import { createLookups, type Lookups } from "../lookups.ts";
import { toScheduledDay } from "../scheduled-day.ts";
import type { ChosenAttribute, WorkAttribute } from "../work-attributes.ts";
import { DataCenterAccounts } from "./accounts.ts";
import { DataCenterApprovals } from "./approvals.ts";
import {
  accountKeyIn,
  type DataCenterWorklog,
  isSameUser,
  toExistingWorklog,
  toFoundWorklog,
  toFullWorklog,
  toStoredWorklog,
} from "./worklogs.ts";

type Schemas = components["schemas"];

type JiraIssue = JiraComponents["schemas"]["Issue"];

/** The worker is the owner of the personal access token. */
export class DataCenterTimesheet implements DiagnosticTimesheet {
  /** Tempo stores one worklog per request here. */
  readonly createLimits = { batchSize: 1, concurrency: DATA_CENTER_CONCURRENCY };
  readonly approvals: Approvals;

  readonly #site: string;
  readonly #tempo: ApiClient<TempoPaths>;
  readonly #jira: ApiClient<JiraPaths>;
  readonly #issues: IssueCache;
  readonly #lookups: Lookups;
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
    this.#jira = createApiClient(
      { api: "jira", name: "Jira", baseUrl, isRateLimited: true, help: help.jira },
      authorization,
      shared,
    );
    this.#issues = new IssueCache(options.clock);
    this.#lookups = createLookups(
      deployment,
      {
        worker: (scope) => this.#loadWorker(scope),
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
  }

  async getOwner(scope: CallScope): Promise<Owner> {
    return { site: this.#site, worker: await this.#lookups.workerId(scope) };
  }

  whoAmI(scope: CallScope): Promise<Worker> {
    return this.#lookups.worker(scope);
  }

  workAttributes(scope: CallScope, issue?: Issue): Promise<WorkAttribute[]> {
    return this.#lookups.workAttributes(scope, issue);
  }

  async getSchedule({ startDate, endDate }: DateRange, scope: CallScope): Promise<ScheduledDay[]> {
    const worker = await this.#lookups.workerId(scope);
    const body = { from: startDate, to: endDate, userKeys: [worker] };
    return this.#tempo.read(
      scope,
      (client, signal) => client.POST("/rest/tempo-core/2/user/schedule/search", { body, signal }),
      (schedules) => {
        const own = expectArray(schedules, "its schedules").find(
          ({ user }) => user === undefined || user.key === worker,
        );
        return expectArray(own?.schedule?.days, "your days").map(toScheduledDay);
      },
    );
  }

  async getWorklogs(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
  ): Promise<LoggedWorklog[]> {
    const filter = issueKey === undefined ? {} : { taskId: [await this.#filterId(issueKey, scope)] };
    const found = await this.#search(range, filter, toFoundWorklog, scope);
    // Older instances return an issue by its id alone, and so do all if the worker has lost access to it.
    const unnamed = found.filter(({ issue }) => issue.key === "").map(({ issue }) => issue.id);
    await this.#loadUnknown(unnamed, scope);
    return found.map((worklog) => {
      const { id, key } = worklog.issue;
      return key === "" ? { ...worklog, issue: this.#knownIssue(id) } : worklog;
    });
  }

  getExistingWorklogs(range: DateRange, scope: CallScope): Promise<ExistingWorklog[]> {
    return this.#search(range, {}, toExistingWorklog, scope);
  }

  async findIssues(keys: string[], scope: CallScope): Promise<Map<string, Issue>> {
    // A rejected token must be reported as such, before a key is called unknown.
    await this.#lookups.workerId(scope);
    await this.#loadIssues(this.#issues.unknownKeys(keys), scope);
    return this.#issues.byKeys(keys);
  }

  async issuesById(ids: string[], scope: CallScope): Promise<Map<string, Issue>> {
    await this.#loadUnknown(ids, scope);
    return new Map(ids.map((id) => [id, this.#knownIssue(id)]));
  }

  async issueStates(ids: string[], scope: CallScope): Promise<Map<string, "open" | "closed">> {
    const found = await this.#readIssues(ids, "summary,status", scope);
    return new Map(found.map((issue) => [issue.id, stateOf(issue)]));
  }

  async searchIssues(query: IssueQuery, scope: CallScope): Promise<{ issues: FoundIssue[]; more: boolean }> {
    const worker = await this.#lookups.workerId(scope);
    const body = { jql: toJql(query), fields: FOUND_ISSUE_FIELDS, maxResults: query.limit };
    return this.#jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
      ({ issues, total = 0 }) => {
        const found = expectArray(issues, "its issues").map((issue) => toFoundIssue(issue, worker));
        return { issues: found, more: total > found.length };
      },
    );
  }

  async describeIssues(idsOrKeys: string[], scope: CallScope): Promise<FoundIssue[]> {
    const worker = await this.#lookups.workerId(scope);
    const found = await this.#readIssues(idsOrKeys, FOUND_ISSUE_FIELDS.join(","), scope);
    return found.map((issue) => toFoundIssue(issue, worker));
  }

  async createWorklogs(worklogs: NewWorklog[], scope: CallScope): Promise<StoredWorklog[]> {
    const worker = await this.#lookups.workerId(scope);
    const [first] = worklogs;
    if (!first) return [];
    const attributes = toAttributeValues(await this.#lookups.chosenAttributes(first.issue, scope));
    const creating = worklogs.map((worklog) => {
      const body = {
        worker,
        originTaskId: worklog.issue.id,
        started: startedAt(worklog),
        timeSpentSeconds: worklog.seconds,
        billableSeconds: worklog.billableSeconds,
        comment: worklog.comment,
        ...(Object.keys(attributes).length > 0 && { attributes }),
      };
      return this.#tempo.create(
        scope,
        (client, signal) => client.POST("/rest/tempo-timesheets/4/worklogs", { body, signal }),
        (created) =>
          parseValid(expectArray(created, "its worklogs"), (item) => toStoredWorklog(item, worker)),
      );
    });
    return (await this.#lookups.explained(first.issue.id, scope, Promise.all(creating))).flat();
  }

  async findWorklog(id: string, scope: CallScope): Promise<FoundWorklog | undefined> {
    const worker = await this.#lookups.workerId(scope);
    return this.#read(id, scope, (worklog) => ({
      id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
      isOwn: isSameUser(expectString(worklog.worker, "a worklog's worker"), worker),
      ...(worklog.started && { date: expectDate(worklog.started, "a worklog's date") }),
    }));
  }

  async readWorklog(
    id: string,
    scope: CallScope,
  ): Promise<{ worklog: FullWorklog; isOwn: boolean } | undefined> {
    const worker = await this.#lookups.workerId(scope);
    return this.#read(id, scope, (found) => {
      const { key = "", summary } = found.issue ?? {};
      const worklog = toFullWorklog(found);
      if (key !== "" && summary !== undefined)
        this.#issues.add({ id: worklog.issueId, key, fields: { summary } });
      return { worklog, isOwn: isSameUser(expectString(found.worker, "a worklog's worker"), worker) };
    });
  }

  async updateWorklog(worklog: FullWorklog, scope: CallScope): Promise<FullWorklog> {
    const { id, issueId, seconds, billableSeconds, comment, attributes } = worklog;
    const values = attributes.map(({ key, value, details }) => [
      key,
      { workAttributeId: 0, ...details, key, value },
    ]);
    const body = {
      worker: await this.#lookups.workerId(scope),
      originTaskId: issueId,
      started: startedAt(worklog),
      timeSpentSeconds: seconds,
      billableSeconds,
      comment,
      ...(values.length > 0 && { attributes: Object.fromEntries(values) }),
    };
    const params = { path: { id } };
    const updating = this.#tempo.write(
      scope,
      (client, signal) => client.PUT("/rest/tempo-timesheets/4/worklogs/{id}", { params, body, signal }),
      (stored) => expectSame(id, toFullWorklog(expectObject([stored].flat()[0], "its worklog"))),
      `Worklog ${id}`,
    );
    return this.#lookups.explained(worklog.issueId, scope, updating);
  }

  async deleteWorklog(id: string, scope: CallScope): Promise<void> {
    const params = { path: { id } };
    await this.#tempo.write(
      scope,
      (client, signal) => client.DELETE("/rest/tempo-timesheets/4/worklogs/{id}", { params, signal }),
      () => {},
      `Worklog ${id}`,
    );
  }

  async #search<Result>(
    { startDate, endDate }: DateRange,
    filter: { taskId?: number[] },
    parse: (worklog: DataCenterWorklog) => Result,
    scope: CallScope,
  ): Promise<Result[]> {
    const worker = await this.#lookups.workerId(scope);
    const body = { from: startDate, to: endDate, worker: [worker], ...filter };
    return this.#tempo.read(
      scope,
      (client, signal) => client.POST("/rest/tempo-timesheets/4/worklogs/search", { body, signal }),
      (worklogs) =>
        expectArray(worklogs, "its worklogs")
          // A search that ignores `worker` returns other people's worklogs too; one without a worker is ours, as requested.
          .filter((worklog) => !worklog.worker || isSameUser(worklog.worker, worker))
          .map(parse),
    );
  }

  #read<Result>(
    id: string,
    scope: CallScope,
    parse: (worklog: DataCenterWorklog) => Result,
  ): Promise<Result | undefined> {
    const params = { path: { id } };
    const reading = this.#tempo.read(
      scope,
      (client, signal) => client.GET("/rest/tempo-timesheets/4/worklogs/{id}", { params, signal }),
      parse,
      `Worklog ${id}`,
    );
    return ifFound(reading);
  }

  /** Of the issue's own account, which a recent worklog of the user's on it shows. */
  async #accountKey(issueId: string, scope: CallScope): Promise<string | undefined> {
    const today = dateOf(this.#clock.wallClock());
    const range = { startDate: addDays(today, -365), endDate: addDays(today, 30) };
    const keys = await this.#search(range, { taskId: [Number(issueId)] }, accountKeyIn, scope);
    return keys.find((key) => key !== "");
  }

  async #filterId(issueKey: string, scope: CallScope): Promise<number> {
    return filterIssueId(issueKey, await this.findIssues([issueKey], scope));
  }

  async #loadUnknown(ids: string[], scope: CallScope): Promise<void> {
    await this.#loadIssues(
      [...new Set(ids)].filter((id) => !this.#issues.byId(id)),
      scope,
    );
  }

  /** One that the worker may not see has its id as key. */
  #knownIssue(id: string): Issue {
    return this.#issues.byId(id) ?? { id, key: id, summary: "" };
  }

  async #loadIssues(idsOrKeys: string[], scope: CallScope): Promise<void> {
    await this.#readIssues(idsOrKeys, "summary", scope);
  }

  /** Those that exist and that the worker may see. */
  async #readIssues(idsOrKeys: string[], fields: string, scope: CallScope): Promise<JiraIssue[]> {
    const found = await pLimit(DATA_CENTER_CONCURRENCY).map(idsOrKeys, async (issueIdOrKey) => {
      const params = { path: { issueIdOrKey }, query: { fields } };
      const reading = this.#jira.read(
        scope,
        (client, signal) => client.GET("/rest/api/2/issue/{issueIdOrKey}", { params, signal }),
        (issue) => {
          this.#issues.add(issue, issueIdOrKey);
          return issue;
        },
        `Issue ${issueIdOrKey}`,
      );
      return (await ifFound(reading)) ?? [];
    });
    return found.flat();
  }

  /** By user key: Tempo knows nobody by name. */
  #loadWorker(scope: CallScope): Promise<Worker> {
    return this.#jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/2/myself", { signal }),
      ({ key, displayName }) => ({
        id: expectString(key, "your user key"),
        ...(displayName && { name: optionalString(displayName, "your name") }),
      }),
    );
  }

  #loadWorkAttributes(scope: CallScope): Promise<WorkAttribute[]> {
    return this.#tempo.read(
      scope,
      (client, signal) => client.GET("/rest/tempo-core/1/work-attribute", { signal }),
      (attributes) => expectArray(attributes, "its work attributes").map(toWorkAttribute),
    );
  }
}

function toAttributeValues(chosen: ChosenAttribute[]): Record<string, Schemas["WorkAttributeValue"]> {
  return Object.fromEntries(
    chosen.map(({ attribute: { id, key, name, type }, value }) => [
      key,
      { workAttributeId: expectInteger(id, "a work attribute's id"), key, name, type, value },
    ]),
  );
}

function toWorkAttribute(attribute: Schemas["WorkAttribute"]): WorkAttribute {
  const { id, name, type, required, staticListValues } = expectObject(attribute, "a work attribute");
  return {
    id,
    key: expectString(attribute.key, "a work attribute's key"),
    name: optionalString(name, "a work attribute's name"),
    type: optionalString(type?.value, "a work attribute's type"),
    required: required === true,
    values: (staticListValues ?? [])
      .filter(({ removed }) => removed !== true)
      .map(({ value, name: shown }) => ({
        value: expectString(value, "a work attribute's value"),
        name: optionalString(shown, "a work attribute's value"),
      })),
  };
}

/** Without a time, Data Center takes midnight. */
function startedAt({ date, startTime }: { date: string; startTime?: string }): string {
  return startTime === undefined ? date : `${date}T${startTime}.000`;
}

/** In UTC. */
function dateOf(wallClock: number): string {
  return new Date(wallClock).toISOString().slice(0, 10);
}
