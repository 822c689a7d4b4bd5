import type { paths as JiraPaths } from "../../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../../generated/tempo-api.ts";
import type { DateRange } from "../../timesheet/calendar.ts";
import { RejectedError } from "../../timesheet/errors.ts";
import type {
  CallScope,
  ExistingWorklog,
  Issue,
  LoggedWorklog,
  NewWorklog,
  ScheduledDay,
  StoredWorklog,
} from "../../timesheet/port.ts";
import type { CloudDeployment } from "../deployment.ts";
import type { DiagnosticTimesheet, Worker } from "../diagnostic-timesheet.ts";
import { type ApiClient, type ApiClientOptions, createApiClient, ifFound } from "../http/client.ts";
import { expectArray, expectString, InvalidResponseError, parseValid } from "../http/parse.ts";
import type { Service } from "../http/service.ts";
import { filterIssueNotFound } from "../http/status-errors.ts";
import { memoizeAsync } from "../memoize.ts";
import { toScheduledDay } from "../scheduled-day.ts";
import {
  chooseAttributes,
  explainRejection,
  type WorkAttribute,
  type WorkAttributeValues,
} from "../work-attributes.ts";
import { CloudIssues } from "./issues.ts";
import { allPages, readPage } from "./pages.ts";
import { type CloudFound, type CloudStored, toFoundWorklog, toStoredWorklog } from "./worklogs.ts";

/** Tempo takes pages of up to 5000; 1000 keeps a page under half a megabyte. */
const PAGE_SIZE = 1000;

const TEMPO: Service = {
  api: "tempo",
  isRateLimited: true,
  name: "Tempo",
  renewToken:
    "Set TEMPO_API_TOKEN to a valid token (Tempo, Settings, API integration). " +
    "Tokens expire, and each works in one region only: check TEMPO_API_URL too.",
  addressSetting: "TEMPO_API_URL",
  permission:
    "Where Tempo names no other reason, the token of TEMPO_API_TOKEN lacks a scope. A token's scopes cannot be changed: " +
    "make a new one in Tempo, Settings, API integration, with Worklogs (manage) and Schemes (view), and set TEMPO_API_TOKEN to it.",
};

const JIRA: Service = {
  api: "jira",
  isRateLimited: false,
  name: "Jira",
  renewToken:
    "Set JIRA_EMAIL and JIRA_API_TOKEN to the e-mail address of your Atlassian account and a valid API token of it. " +
    "Check JIRA_BASE_URL too.",
  addressSetting: "JIRA_BASE_URL",
  permission: "Check that the account of JIRA_EMAIL may use this Jira site and see the issue.",
};

/** The timesheet on Tempo Cloud. The worker is the owner of the Jira token. */
export class CloudTimesheet implements DiagnosticTimesheet {
  /** Tempo's bulk create takes 50; its gateway wants at most 3 requests at a time. */
  readonly createLimits = { batchSize: 50, concurrency: 3 };

  readonly #tempo: ApiClient<TempoPaths>;
  readonly #jira: ApiClient<JiraPaths>;
  readonly #issues: CloudIssues;
  readonly #workAttributes: WorkAttributeValues;

  /** The worker, known by account id. */
  readonly #myself = memoizeAsync((scope) => {
    const send = (signal: AbortSignal) => this.#jira.client.GET("/rest/api/3/myself", { signal });
    return this.#jira.answer("read", scope, send, ({ accountId, displayName }) => ({
      id: asPathSegment(accountId),
      ...(displayName && { name: displayName }),
    }));
  });

  readonly #catalogue = memoizeAsync((scope) =>
    allPages(
      (offset) => {
        const params = { query: { offset, limit: PAGE_SIZE } };
        const send = (signal: AbortSignal) =>
          this.#tempo.client.GET("/4/work-attributes", { params, signal });
        return this.#tempo.answer("read", scope, send, readPage(toWorkAttribute));
      },
      ({ key }) => key,
    ),
  );

  /** The catalogue where it can be read: for an explanation only. */
  readonly #knownAttributes = memoizeAsync((scope) => this.#catalogue(scope).catch(() => []));

  /** The configured work attributes in the form that a worklog takes. */
  readonly #attributes = memoizeAsync(async (scope) => {
    if (Object.keys(this.#workAttributes).length === 0) return [];
    const chosen = chooseAttributes(await this.#catalogue(scope), this.#workAttributes);
    return chosen.map(({ attribute: { key }, value }) => ({ key, value }));
  });

  constructor(deployment: CloudDeployment, options: ApiClientOptions) {
    const { tempoUrl, tempoToken, jiraUrl, jiraEmail, jiraToken } = deployment;
    const basic = Buffer.from(`${jiraEmail}:${jiraToken}`).toString("base64");
    this.#tempo = createApiClient(TEMPO, tempoUrl, `Bearer ${tempoToken}`, options);
    this.#jira = createApiClient(JIRA, jiraUrl, `Basic ${basic}`, options);
    this.#issues = new CloudIssues(this.#jira, options.clock);
    this.#workAttributes = deployment.workAttributes;
  }

  whoAmI(scope: CallScope): Promise<Worker> {
    return this.#myself(scope);
  }

  workAttributes(scope: CallScope): Promise<WorkAttribute[]> {
    return this.#catalogue(scope);
  }

  async getSchedule({ startDate, endDate }: DateRange, scope: CallScope): Promise<ScheduledDay[]> {
    const params = {
      path: { accountId: await this.#worker(scope) },
      query: { from: startDate, to: endDate },
    };
    const send = (signal: AbortSignal) =>
      this.#tempo.client.GET("/4/user-schedule/{accountId}", { params, signal });
    return this.#tempo.answer("read", scope, send, ({ results }) =>
      expectArray(results, "its days").map(toScheduledDay),
    );
  }

  async getWorklogs(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
  ): Promise<LoggedWorklog[]> {
    const found =
      issueKey === undefined
        ? await this.#worklogsByUser(range, scope)
        : await this.#search(range, issueKey, scope);
    const issueIds = found.map(({ issueId }) => issueId);
    const issues = await this.#issues.byIds(issueIds, scope);
    return found.flatMap(({ issueId, ...worklog }) => {
      const issue = issues.get(issueId);
      return issue ? [{ ...worklog, issue }] : [];
    });
  }

  async getExistingWorklogs(range: DateRange, scope: CallScope): Promise<ExistingWorklog[]> {
    return this.#worklogsByUser(range, scope);
  }

  findIssues(keys: string[], scope: CallScope): Promise<Map<string, Issue>> {
    return this.#issues.byKeys(keys, scope);
  }

  async createWorklogs(worklogs: NewWorklog[], scope: CallScope): Promise<StoredWorklog[]> {
    const authorAccountId = await this.#worker(scope);
    const attributes = await this.#attributes(scope);
    const bodies = worklogs.map((worklog) => ({
      authorAccountId,
      startDate: worklog.date,
      timeSpentSeconds: worklog.seconds,
      billableSeconds: worklog.billableSeconds,
      ...(worklog.comment !== "" && { description: worklog.comment }),
      ...(attributes.length > 0 && { attributes }),
    }));
    const issueId = Number(worklogs[0]?.issue.id);
    const stored = await this.#create(issueId, bodies, scope).catch(async (error: unknown) => {
      if (!(error instanceof RejectedError)) throw error;
      throw explainRejection(error, await this.#knownAttributes(scope), this.#workAttributes);
    });
    return stored.map(({ author, ...worklog }) => ({ ...worklog, isOwn: author === authorAccountId }));
  }

  async findWorklog(id: string, scope: CallScope): Promise<{ id: string; isOwn: boolean } | undefined> {
    const accountId = await this.#worker(scope);
    const send = (signal: AbortSignal) =>
      this.#tempo.client.GET("/4/worklogs/{id}", { params: { path: { id } }, signal });
    const found = await ifFound(this.#tempo.answer("read", scope, send, toStoredWorklog));
    return found && { id: found.id, isOwn: found.author === accountId };
  }

  async deleteWorklog(id: string, scope: CallScope): Promise<void> {
    const send = (signal: AbortSignal) =>
      this.#tempo.client.DELETE("/4/worklogs/{id}", { params: { path: { id } }, signal });
    await this.#tempo.answer("write", scope, send, () => {});
  }

  async #worker(scope: CallScope): Promise<string> {
    return (await this.#myself(scope)).id;
  }

  async #create(
    issueId: number,
    bodies: components["schemas"]["BulkWorklogInput"][],
    scope: CallScope,
  ): Promise<CloudStored[]> {
    const { client } = this.#tempo;
    const [single, ...others] = bodies;
    if (single && others.length === 0) {
      const send = (signal: AbortSignal) =>
        client.POST("/4/worklogs", { body: { issueId, ...single }, signal });
      return [await this.#tempo.answer("write", scope, send, toStoredWorklog)];
    }
    const send = (signal: AbortSignal) =>
      client.POST("/4/worklogs/issue/{issueId}/bulk", {
        params: { path: { issueId } },
        body: bodies,
        signal,
      });
    return this.#tempo.answer("write", scope, send, (stored) =>
      parseValid(expectArray(stored, "its worklogs"), toStoredWorklog),
    );
  }

  async #worklogsByUser({ startDate, endDate }: DateRange, scope: CallScope): Promise<CloudFound[]> {
    const accountId = await this.#worker(scope);
    return allPages(
      (offset) => {
        const query = { from: startDate, to: endDate, offset, limit: PAGE_SIZE };
        const params = { path: { accountId }, query };
        const send = (signal: AbortSignal) =>
          this.#tempo.client.GET("/4/worklogs/user/{accountId}", { params, signal });
        return this.#tempo.answer("read", scope, send, readPage(toFoundWorklog));
      },
      ({ id }) => id,
    );
  }

  async #search(
    { startDate, endDate }: DateRange,
    issueKey: string,
    scope: CallScope,
  ): Promise<CloudFound[]> {
    const accountId = await this.#worker(scope);
    const issue = (await this.#issues.byKeys([issueKey], scope)).get(issueKey);
    if (!issue) throw filterIssueNotFound(issueKey);
    const body = { authorIds: [accountId], issueIds: [Number(issue.id)], from: startDate, to: endDate };
    return allPages(
      (offset) => {
        const params = { query: { offset, limit: PAGE_SIZE } };
        const send = (signal: AbortSignal) =>
          this.#tempo.client.POST("/4/worklogs/search", { params, body, signal });
        return this.#tempo.answer("read", scope, send, readPage(toFoundWorklog));
      },
      ({ id }) => id,
    );
  }
}

function toWorkAttribute(attribute: components["schemas"]["WorkAttribute"]): WorkAttribute {
  const { name, required, type, values = [], names = {} } = attribute;
  return {
    key: expectString(attribute.key, "a work attribute's key"),
    name,
    type,
    required: required === true,
    values: values.map((value) => ({ value, name: names[value] ?? value })),
  };
}

/** An id that goes into a path must not be able to lead elsewhere. */
function asPathSegment(accountId: unknown): string {
  const id = expectString(accountId, "your account id");
  if (/^[\w:.-]+$/.test(id) && !/^\.+$/.test(id)) return id;
  throw new InvalidResponseError("your account id is none");
}
