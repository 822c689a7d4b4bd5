import type { components, paths as TempoPaths } from "../../generated/tempo-api.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type {
  Approvals,
  AttributeValue,
  BookedWorklog,
  CallScope,
  ExistingWorklog,
  FoundIssue,
  FoundWorklog,
  FullWorklog,
  HoursOnlyInJira,
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
import type { CloudDeployment } from "../deployment.ts";
import type { DiagnosticTimesheet, ListedWorklog, Worker } from "../diagnostic-timesheet.ts";
import { type ApiClient, type ApiClientOptions, createApiClient, ifFound } from "../http/client.ts";
import { expectArray, expectSame, parseValid } from "../http/parse.ts";
import type { ServiceHelp } from "../http/service.ts";
import { filterIssueId } from "../issue-cache.ts";
import { createLookups, type Lookups } from "../lookups.ts";
import { ownerOf, profileOf } from "../owner.ts";
import { partsOfRange } from "../parts-of-range.ts";
import { toScheduledDay } from "../scheduled-day.ts";
import type { WorkAttribute } from "../work-attributes.ts";
import { CloudAccounts } from "./accounts.ts";
import { CloudActivity } from "./activity.ts";
import { CloudApprovals } from "./approvals.ts";
import { CloudIssues } from "./issues.ts";
import { CloudJira } from "./jira.ts";
import { hoursOnlyInJira } from "./jira-hours.ts";
import { allPages, eachPage, parsePage } from "./pages.ts";
import { CloudTeams } from "./teams.ts";
import { toWorkAttribute } from "./work-attributes.ts";
import {
  type CloudStored,
  toFoundWorklog,
  toFullWorklog,
  toListedWorklog,
  toStoredWorklog,
} from "./worklogs.ts";

type WorklogBody = components["schemas"]["BulkWorklogInput"];

/** The worker is the owner of the Jira token. */
export class CloudTimesheet implements DiagnosticTimesheet {
  /** Tempo's bulk create takes 50; its gateway allows 3 requests at a time. */
  readonly createLimits = { batchSize: 50, concurrency: 3 };
  readonly approvals: Approvals;
  readonly teams: Teams;

  readonly #site: string;
  readonly #email: string;
  readonly #tempo: ApiClient<TempoPaths>;
  readonly #jira: CloudJira;
  readonly #issues: CloudIssues;
  readonly #lookups: Lookups;

  constructor(deployment: CloudDeployment, options: ApiClientOptions) {
    const { tempoUrl, tempoToken, jiraUrl, jiraEmail, help } = deployment;
    this.#site = jiraUrl;
    this.#email = jiraEmail;
    // All of it is one gateway, so its rate limit holds for all.
    const shared = { ...options, rateLimit: { blockedUntil: 0 } };
    const connect = (serviceHelp: ServiceHelp, name = "Tempo") =>
      createApiClient<TempoPaths>(
        { api: "tempo", name, baseUrl: tempoUrl, isRateLimited: true, help: serviceHelp },
        `Bearer ${tempoToken}`,
        shared,
      );
    this.#tempo = connect(help.tempo);
    const jira = new CloudJira(deployment, options);
    this.#jira = jira;
    this.#issues = new CloudIssues(jira, options.clock);
    this.#lookups = createLookups(
      deployment,
      {
        worker: jira.owner,
        workAttributes: (scope) => this.#loadWorkAttributes(scope),
        accounts: new CloudAccounts(connect(help.accounts, "Tempo Accounts"), jira, options.clock),
      },
      options.clock,
    );
    this.approvals = new CloudApprovals(connect(help.approvals), jira, (scope) =>
      this.#lookups.workerId(scope),
    );
    this.teams = new CloudTeams(connect(help.teams), jira);
  }

  async getOwner(scope: CallScope): Promise<Owner> {
    return ownerOf(await this.#lookups.worker(scope), this.#site);
  }

  /** Jira takes a token only with the e-mail address of its owner. */
  async getOwnerNames(scope: CallScope): Promise<string[]> {
    const { id, otherNames } = await this.#lookups.worker(scope);
    return [id, this.#email, ...otherNames];
  }

  async readProfile(scope: CallScope): Promise<Profile> {
    return { email: this.#email, ...profileOf(await this.#lookups.worker(scope)) };
  }

  async readActivity(range: DateRange, zone: string, scope: CallScope): Promise<ReadActivity> {
    const { id, timeZone } = await this.#lookups.worker(scope);
    const api = new CloudActivity(this.#jira, id);
    return readActivity(api, { user: id, jiraZone: timeZone }, range, zone, scope);
  }

  async hoursOnlyInJira(range: DateRange, zone: string, scope: CallScope): Promise<HoursOnlyInJira> {
    const { id, timeZone } = await this.#lookups.worker(scope);
    return hoursOnlyInJira(
      this.#jira,
      this.#tempo,
      { accountId: id, range, zone, jiraZone: timeZone },
      scope,
    );
  }

  whoAmI(scope: CallScope): Promise<Worker> {
    return this.#lookups.worker(scope);
  }

  async listWorklogs(range: DateRange, scope: CallScope): Promise<ListedWorklog[]> {
    return allPages(await this.#pagesOf(range, undefined, scope, toListedWorklog), idOf);
  }

  async findLoggedIssue(): Promise<undefined> {}

  async isInstalled(): Promise<undefined> {}

  workAttributes(scope: CallScope, issue?: Issue): Promise<WorkAttribute[]> {
    return this.#lookups.workAttributes(scope, issue);
  }

  givenAttributes(given: Record<string, string>, issue: Issue, scope: CallScope): Promise<AttributeValue[]> {
    return this.#lookups.givenAttributes(given, issue, scope);
  }

  async getSchedule({ startDate, endDate }: DateRange, scope: CallScope): Promise<ScheduledDay[]> {
    const accountId = await this.#lookups.workerId(scope);
    const params = { path: { accountId }, query: { from: startDate, to: endDate } };
    return this.#tempo.read(
      scope,
      (client, signal) => client.GET("/4/user-schedule/{accountId}", { params, signal }),
      ({ results }) => expectArray(results, "its days").map(toScheduledDay),
    );
  }

  async getWorklogs(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
  ): Promise<LoggedWorklog[]> {
    const found = await allPages(await this.#pagesOf(range, issueKey, scope, toFoundWorklog), idOf);
    const issueIds = found.map(({ issueId }) => issueId);
    const issues = await this.#issues.byIds(issueIds, scope);
    return found.flatMap(({ issueId, ...worklog }) => {
      const issue = issues.get(issueId);
      return issue ? [{ ...worklog, issue }] : [];
    });
  }

  worklogParts(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
  ): AsyncIterable<BookedWorklog[]> {
    const pagesOf = (part: DateRange) => this.#pagesOf(part, issueKey, scope, toFoundWorklog);
    return partsOfRange(
      range,
      async function* read(part) {
        yield* eachPage(await pagesOf(part), idOf);
      },
      idOf,
    );
  }

  async getExistingWorklogs(range: DateRange, scope: CallScope): Promise<ExistingWorklog[]> {
    return allPages(await this.#pagesOf(range, undefined, scope, toFoundWorklog), idOf);
  }

  findIssues(keys: string[], scope: CallScope): Promise<Map<string, Issue>> {
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
    const { issue } = first;
    const authorAccountId = await this.#lookups.workerId(scope);
    const attributes = await Promise.all(worklogs.map((it) => this.#lookups.attributesOf(it, scope)));
    const bodies = worklogs.map((worklog, index) => ({
      authorAccountId,
      startDate: worklog.date,
      ...(worklog.startTime !== undefined && { startTime: worklog.startTime }),
      timeSpentSeconds: worklog.seconds,
      billableSeconds: worklog.billableSeconds,
      ...(worklog.comment !== "" && { description: worklog.comment }),
      ...withAttributes(attributes[index] ?? []),
    }));
    const stored = await this.#lookups.explained(
      issue.id,
      first.attributes ?? [],
      scope,
      this.#create(Number(issue.id), bodies, scope),
    );
    return stored.map(({ author, ...worklog }) => ({ ...worklog, isOwn: author === authorAccountId }));
  }

  async findWorklog(id: string, scope: CallScope): Promise<FoundWorklog | undefined> {
    const accountId = await this.#lookups.workerId(scope);
    const found = await this.#read(id, scope, toStoredWorklog);
    return found && { id: found.id, isOwn: found.author === accountId, date: found.date };
  }

  async readWorklog(
    id: string,
    scope: CallScope,
  ): Promise<{ worklog: FullWorklog; isOwn: boolean } | undefined> {
    const accountId = await this.#lookups.workerId(scope);
    return this.#read(id, scope, (found) => ({
      worklog: toFullWorklog(found),
      isOwn: toStoredWorklog(found).author === accountId,
    }));
  }

  async updateWorklog(worklog: FullWorklog, scope: CallScope): Promise<FullWorklog> {
    const { id, date, startTime, seconds, billableSeconds, comment, attributes } = worklog;
    const body = {
      authorAccountId: await this.#lookups.workerId(scope),
      startDate: date,
      ...(startTime !== undefined && { startTime }),
      timeSpentSeconds: seconds,
      billableSeconds,
      description: comment,
      ...withAttributes(attributes),
    };
    const params = { path: { id } };
    const updating = this.#tempo.write(
      scope,
      (client, signal) => client.PUT("/4/worklogs/{id}", { params, body, signal }),
      (stored) => expectSame(id, toFullWorklog(stored)),
      `Worklog ${id}`,
    );
    return this.#lookups.explained(worklog.issueId, attributes, scope, updating);
  }

  async deleteWorklog(id: string, scope: CallScope): Promise<void> {
    const params = { path: { id } };
    await this.#tempo.write(
      scope,
      (client, signal) => client.DELETE("/4/worklogs/{id}", { params, signal }),
      () => {},
      `Worklog ${id}`,
    );
  }

  #read<Result>(
    id: string,
    scope: CallScope,
    parse: (worklog: components["schemas"]["Worklog"]) => Result,
  ): Promise<Result | undefined> {
    const params = { path: { id } };
    const reading = this.#tempo.read(
      scope,
      (client, signal) => client.GET("/4/worklogs/{id}", { params, signal }),
      parse,
      `Worklog ${id}`,
    );
    return ifFound(reading);
  }

  async #create(issueId: number, bodies: WorklogBody[], scope: CallScope): Promise<CloudStored[]> {
    const [single, ...others] = bodies;
    if (single && others.length === 0) {
      const body = { issueId, ...single };
      return this.#tempo.create(
        scope,
        (client, signal) => client.POST("/4/worklogs", { body, signal }),
        (stored) => [toStoredWorklog(stored)],
      );
    }
    const request = { params: { path: { issueId } }, body: bodies };
    return this.#tempo.create(
      scope,
      (client, signal) => client.POST("/4/worklogs/issue/{issueId}/bulk", { ...request, signal }),
      (stored) => parseValid(expectArray(stored, "its worklogs"), toStoredWorklog),
    );
  }

  /** Prepares the requests for the user's worklogs of a range, or for those on an issue. */
  async #pagesOf<Result>(
    { startDate: from, endDate: to }: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
    parse: (worklog: components["schemas"]["Worklog"]) => Result,
  ): Promise<Parameters<typeof allPages<Result>>[0]> {
    const accountId = await this.#lookups.workerId(scope);
    if (issueKey === undefined) {
      return (page) => {
        const params = { path: { accountId }, query: { from, to, ...page } };
        return this.#tempo.read(
          scope,
          (client, signal) => client.GET("/4/worklogs/user/{accountId}", { params, signal }),
          parsePage(parse),
        );
      };
    }
    const issueId = filterIssueId(issueKey, await this.#issues.byKeys([issueKey], scope));
    const body = { authorIds: [accountId], issueIds: [issueId], from, to };
    return (page) =>
      this.#tempo.read(
        scope,
        (client, signal) => client.POST("/4/worklogs/search", { params: { query: page }, body, signal }),
        parsePage(parse),
      );
  }

  #loadWorkAttributes(scope: CallScope): Promise<WorkAttribute[]> {
    return allPages(
      (page) =>
        this.#tempo.read(
          scope,
          (client, signal) => client.GET("/4/work-attributes", { params: { query: page }, signal }),
          parsePage(toWorkAttribute),
        ),
      ({ key }) => key,
    );
  }
}

function idOf({ id }: Pick<BookedWorklog, "id">): string {
  return id;
}

function withAttributes(attributes: readonly AttributeValue[]) {
  return attributes.length > 0 ? { attributes: attributes.map(({ key, value }) => ({ key, value })) } : {};
}
