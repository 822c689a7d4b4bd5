import pLimit from "p-limit";
import type { paths as JiraPaths } from "../../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
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
import type { DataCenterDeployment } from "../deployment.ts";
import type { DiagnosticTimesheet, Worker } from "../diagnostic-timesheet.ts";
import { type ApiClient, type ApiClientOptions, createApiClient, ifFound } from "../http/client.ts";
import { expectArray, expectInteger, expectObject, expectString, parseValid } from "../http/parse.ts";
import type { Service } from "../http/service.ts";
import { filterIssueNotFound } from "../http/status-errors.ts";
import { IssueCache } from "../issue-cache.ts";
import { memoizeAsync } from "../memoize.ts";
import { toScheduledDay } from "../scheduled-day.ts";
import {
  chooseAttributes,
  explainRejection,
  type WorkAttribute,
  type WorkAttributeValues,
} from "../work-attributes.ts";
import {
  type DataCenterWorklog,
  isSameUser,
  toFoundWorklog,
  toStandingWorklog,
  toStoredWorklog,
} from "./worklogs.ts";

type AttributeValue = components["schemas"]["WorkAttributeValue"];

/** How many requests run at a time where many are needed. */
const CONCURRENCY = 4;

const RENEW_TOKEN =
  "Set TEMPO_PAT to a valid personal access token (Jira, Profile, Personal Access Tokens). Check TEMPO_BASE_URL too.";

const TEMPO: Service = {
  api: "tempo-data-center",
  isRateLimited: true,
  name: "Tempo",
  renewToken: RENEW_TOKEN,
  addressSetting: "TEMPO_BASE_URL",
  permission: "Check in Jira that the owner of TEMPO_PAT may use Tempo and log work.",
};

const JIRA: Service = {
  api: "jira",
  isRateLimited: true,
  name: "Jira",
  renewToken: RENEW_TOKEN,
  addressSetting: "TEMPO_BASE_URL",
  permission: "Check that the owner of TEMPO_PAT may use this Jira and see the issue.",
};

/** The timesheet on Tempo for Jira Data Center. The worker is the owner of the personal access token. */
export class DataCenterTimesheet implements DiagnosticTimesheet {
  /** Tempo stores one worklog a request here. */
  readonly createLimits = { batchSize: 1, concurrency: CONCURRENCY };

  readonly #tempo: ApiClient<TempoPaths>;
  readonly #jira: ApiClient<JiraPaths>;
  readonly #issues: IssueCache;
  readonly #workAttributes: WorkAttributeValues;

  /** The worker, known by user key: Tempo knows nobody by name. */
  readonly #myself = memoizeAsync((scope) => {
    const send = (signal: AbortSignal) => this.#jira.client.GET("/rest/api/2/myself", { signal });
    return this.#jira.answer("read", scope, send, ({ key, displayName }) => ({
      id: expectString(key, "your user key"),
      ...(displayName && { name: displayName }),
    }));
  });

  readonly #catalogue = memoizeAsync((scope) => {
    const send = (signal: AbortSignal) =>
      this.#tempo.client.GET("/rest/tempo-core/1/work-attribute", { signal });
    return this.#tempo.answer("read", scope, send, (attributes) =>
      expectArray(attributes, "its work attributes").map(toWorkAttribute),
    );
  });

  /** The catalogue where it can be read: for an explanation only. */
  readonly #knownAttributes = memoizeAsync((scope) => this.#catalogue(scope).catch(() => []));

  /** The configured work attributes in the form that a worklog takes. */
  readonly #attributes = memoizeAsync(async (scope): Promise<Record<string, AttributeValue>> => {
    if (Object.keys(this.#workAttributes).length === 0) return {};
    const chosen = chooseAttributes(await this.#catalogue(scope), this.#workAttributes);
    return Object.fromEntries(
      chosen.map(({ attribute: { id, key, name, type }, value }) => [
        key,
        { workAttributeId: expectInteger(id, "a work attribute's id"), key, name, type, value },
      ]),
    );
  });

  constructor({ baseUrl, token, workAttributes }: DataCenterDeployment, options: ApiClientOptions) {
    const ofOneServer = { ...options, rateLimit: { blockedUntil: 0 } };
    this.#tempo = createApiClient(TEMPO, baseUrl, `Bearer ${token}`, ofOneServer);
    this.#jira = createApiClient(JIRA, baseUrl, `Bearer ${token}`, ofOneServer);
    this.#issues = new IssueCache(options.clock);
    this.#workAttributes = workAttributes;
  }

  whoAmI(scope: CallScope): Promise<Worker> {
    return this.#myself(scope);
  }

  workAttributes(scope: CallScope): Promise<WorkAttribute[]> {
    return this.#catalogue(scope);
  }

  async getSchedule({ startDate, endDate }: DateRange, scope: CallScope): Promise<ScheduledDay[]> {
    const worker = await this.#worker(scope);
    const body = { from: startDate, to: endDate, userKeys: [worker] };
    const send = (signal: AbortSignal) =>
      this.#tempo.client.POST("/rest/tempo-core/2/user/schedule/search", { body, signal });
    return this.#tempo.answer("read", scope, send, (schedules) => {
      const own = expectArray(schedules, "its schedules").find(
        ({ user }) => user === undefined || user.key === worker,
      );
      return expectArray(own?.schedule?.days, "your days").map(toScheduledDay);
    });
  }

  async getWorklogs(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
  ): Promise<LoggedWorklog[]> {
    const narrowed = issueKey === undefined ? {} : { taskId: [await this.#filterId(issueKey, scope)] };
    const found = await this.#search(range, narrowed, toFoundWorklog, scope);
    // Older instances answer an issue by its id alone, and so do all where the worker may no longer see it.
    const nameless = found.filter(({ issue }) => issue.key === "").map(({ issue }) => issue.id);
    await this.#lookUp(
      [...new Set(nameless)].filter((id) => !this.#issues.byId(id)),
      scope,
    );
    return found.map((worklog) => {
      const { id, key } = worklog.issue;
      if (key !== "") return worklog;
      return { ...worklog, issue: this.#issues.byId(id) ?? { id, key: id, summary: "" } };
    });
  }

  getExistingWorklogs(range: DateRange, scope: CallScope): Promise<ExistingWorklog[]> {
    return this.#search(range, {}, toStandingWorklog, scope);
  }

  async findIssues(keys: string[], scope: CallScope): Promise<Map<string, Issue>> {
    // Whoever is refused is told so, before a key is called unknown.
    await this.#worker(scope);
    await this.#lookUp(this.#issues.unknownKeys(keys), scope);
    return this.#issues.byKeys(keys);
  }

  /** Asks Jira for issues by id or key; one that it does not show stays unknown. */
  async #lookUp(idsOrKeys: string[], scope: CallScope): Promise<void> {
    await pLimit(CONCURRENCY).map(idsOrKeys, async (issueIdOrKey) => {
      const params = { path: { issueIdOrKey }, query: { fields: "summary" } };
      const send = (signal: AbortSignal) =>
        this.#jira.client.GET("/rest/api/2/issue/{issueIdOrKey}", { params, signal });
      await ifFound(
        this.#jira.answer("read", scope, send, (issue) => this.#issues.remember(issue, issueIdOrKey)),
      );
    });
  }

  async createWorklogs(worklogs: NewWorklog[], scope: CallScope): Promise<StoredWorklog[]> {
    const [worker, attributes] = [await this.#worker(scope), await this.#attributes(scope)];
    const stored = worklogs.map(async (worklog) => {
      const body = {
        worker,
        originTaskId: worklog.issue.id,
        started: worklog.date,
        timeSpentSeconds: worklog.seconds,
        billableSeconds: worklog.billableSeconds,
        comment: worklog.comment,
        ...(Object.keys(attributes).length > 0 && { attributes }),
      };
      const send = (signal: AbortSignal) =>
        this.#tempo.client.POST("/rest/tempo-timesheets/4/worklogs", { body, signal });
      return this.#tempo.answer("write", scope, send, (created) =>
        parseValid(expectArray(created, "its worklogs"), (item) => toStoredWorklog(item, worker)),
      );
    });
    try {
      return (await Promise.all(stored)).flat();
    } catch (error) {
      if (!(error instanceof RejectedError)) throw error;
      throw explainRejection(error, await this.#knownAttributes(scope), this.#workAttributes);
    }
  }

  async findWorklog(id: string, scope: CallScope): Promise<{ id: string; isOwn: boolean } | undefined> {
    const worker = await this.#worker(scope);
    const params = { path: { id } };
    const send = (signal: AbortSignal) =>
      this.#tempo.client.GET("/rest/tempo-timesheets/4/worklogs/{id}", { params, signal });
    const read = (worklog: DataCenterWorklog) => ({
      id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
      isOwn: isSameUser(expectString(worklog.worker, "a worklog's worker"), worker),
    });
    return ifFound(this.#tempo.answer("read", scope, send, read));
  }

  async deleteWorklog(id: string, scope: CallScope): Promise<void> {
    const send = (signal: AbortSignal) =>
      this.#tempo.client.DELETE("/rest/tempo-timesheets/4/worklogs/{id}", {
        params: { path: { id } },
        signal,
      });
    await this.#tempo.answer("write", scope, send, () => {});
  }

  async #worker(scope: CallScope): Promise<string> {
    return (await this.#myself(scope)).id;
  }

  async #search<Result>(
    { startDate, endDate }: DateRange,
    narrowed: { taskId?: number[] },
    read: (worklog: DataCenterWorklog) => Result,
    scope: CallScope,
  ): Promise<Result[]> {
    const worker = await this.#worker(scope);
    const body = { from: startDate, to: endDate, worker: [worker], ...narrowed };
    const send = (signal: AbortSignal) =>
      this.#tempo.client.POST("/rest/tempo-timesheets/4/worklogs/search", { body, signal });
    return this.#tempo.answer("read", scope, send, (worklogs) =>
      expectArray(worklogs, "its worklogs")
        // A search that passes over `worker` shows other people's worklogs too; one that names nobody is ours, as asked.
        .filter((worklog) => !worklog.worker || isSameUser(worklog.worker, worker))
        .map(read),
    );
  }

  async #filterId(issueKey: string, scope: CallScope): Promise<number> {
    const issue = (await this.findIssues([issueKey], scope)).get(issueKey);
    if (!issue) throw filterIssueNotFound(issueKey);
    return Number(issue.id);
  }
}

function toWorkAttribute(attribute: components["schemas"]["WorkAttribute"]): WorkAttribute {
  const { id, name, type, required, staticListValues } = expectObject(attribute, "a work attribute");
  return {
    id,
    key: expectString(attribute.key, "a work attribute's key"),
    name,
    type: type?.value ?? "",
    required: required === true,
    values: (staticListValues ?? [])
      .filter(({ removed }) => removed !== true)
      .map(({ value, name: shown }) => ({ value, name: shown })),
  };
}
