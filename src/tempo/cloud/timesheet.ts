import type { paths as TempoPaths } from "../../generated/tempo-api.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type {
  Approvals,
  AttributeValue,
  BookedWorklog,
  CallScope,
  ExistingWorklog,
  FoundIssue,
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
import { type ApiClient, type ApiClientOptions, createApiClient } from "../http/client.ts";
import { expectArray } from "../http/parse.ts";
import { ServerClock } from "../http/server-clock.ts";
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
import { allPages, eachPage, type FetchPage, parsePage } from "./pages.ts";
import { CloudTeams } from "./teams.ts";
import { toWorkAttribute } from "./work-attributes.ts";
import { CloudWorklogRequests } from "./worklog-requests.ts";
import {
  type CloudWorklog,
  toFoundWorklog,
  toFullWorklog,
  toListedWorklog,
  toStoredWorklog,
} from "./worklogs.ts";

/** The worker is the owner of the Jira token. */
export class CloudTimesheet implements DiagnosticTimesheet {
  /** Tempo's bulk create takes 50; its gateway allows 3 requests at a time. */
  readonly createLimits = { batchSize: 50, concurrency: 3, oneWriteAnIssue: false };
  readonly approvals: Approvals;
  readonly teams: Teams;

  readonly #site: string;
  readonly #email: string;
  readonly #serverClock: ServerClock;
  readonly #tempo: ApiClient<TempoPaths>;
  readonly #worklogs: CloudWorklogRequests;
  readonly #jira: CloudJira;
  readonly #issues: CloudIssues;
  readonly #lookups: Lookups;

  constructor(deployment: CloudDeployment, options: ApiClientOptions) {
    const { tempoUrl, tempoToken, jiraUrl, jiraEmail, help } = deployment;
    this.#site = jiraUrl;
    this.#email = jiraEmail;
    this.#serverClock = new ServerClock(options.clock);
    // All of it is one gateway, so its rate limit holds for all.
    const shared = {
      ...options,
      fetch: this.#serverClock.observing(options.fetch),
      rateLimit: { blockedUntil: 0 },
    };
    const connect = (serviceHelp: ServiceHelp, name = "Tempo") =>
      createApiClient<TempoPaths>(
        { api: "tempo", name, baseUrl: tempoUrl, isRateLimited: true, help: serviceHelp },
        `Bearer ${tempoToken}`,
        shared,
      );
    this.#tempo = connect(help.tempo);
    this.#worklogs = new CloudWorklogRequests(this.#tempo, (scope) => this.#lookups.workerId(scope));
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
    const withAttributes = await Promise.all(
      worklogs.map(async (it) => [it, await this.#lookups.attributesOf(it, scope)] as const),
    );
    const creating = this.#worklogs.create(first.issue.id, withAttributes, scope);
    return this.#lookups.explained(first.issue.id, first.attributes ?? [], scope, creating);
  }

  readWorklog(id: string, scope: CallScope): Promise<{ worklog: FullWorklog; isOwn: boolean } | undefined> {
    return this.#worklogs.read(id, scope, (found, accountId) => ({
      worklog: toFullWorklog(found),
      isOwn: toStoredWorklog(found).author === accountId,
    }));
  }

  updateWorklog(worklog: FullWorklog, scope: CallScope): Promise<FullWorklog> {
    const { issueId, attributes } = worklog;
    return this.#lookups.explained(issueId, attributes, scope, this.#worklogs.update(worklog, scope));
  }

  deleteWorklog(id: string, scope: CallScope): Promise<void> {
    return this.#worklogs.delete(id, scope);
  }

  serverTime(): number | undefined {
    return this.#serverClock.now();
  }

  async #pagesOf<Result>(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
    parse: (worklog: CloudWorklog) => Result,
  ): Promise<FetchPage<Result>> {
    if (issueKey === undefined) return this.#worklogs.pagesOf(range, undefined, scope, parse);
    // A rejected token must be reported as such, before a key is called unknown.
    await this.#lookups.workerId(scope);
    const issueId = filterIssueId(issueKey, await this.#issues.byKeys([issueKey], scope));
    return this.#worklogs.pagesOf(range, issueId, scope, parse);
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
