import pLimit from "p-limit";
import type { paths as JiraPaths } from "../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../generated/tempo-data-center-api.ts";
import type { DateRange } from "../timesheet/calendar.ts";
import { Rejected, SettingsError } from "../timesheet/errors.ts";
import type {
  CallScope,
  Issue,
  LoggedWorklog,
  NewWorklog,
  ScheduledDay,
  StandingWorklog,
  StoredWorklog,
  Timesheet,
} from "../timesheet/timesheet.ts";
import { IssueCache } from "./issue-cache.ts";
import { remembered } from "./remembered.ts";
import { toScheduledDay } from "./scheduled-day.ts";
import { count, date, list, readable, text } from "./shape.ts";
import { createUpstream, ifFound, type Upstream, type UpstreamOptions } from "./upstream.ts";
import { type Service, unknownFilter } from "./upstream-errors.ts";
import { explainRejection, type WorkAttributeValues } from "./work-attributes.ts";

type DataCenterWorklog = components["schemas"]["Worklog"];
type AttributeValue = components["schemas"]["WorkAttributeValue"];

/** Where a Jira Data Center with Tempo is, and the credentials for it. */
export interface DataCenterDeployment {
  kind: "data center";
  /** Base of the Jira, with its context path where it has one. */
  baseUrl: string;
  /** A personal access token of Jira. */
  token: string;
  workAttributes: WorkAttributeValues;
}

/** How many requests run at a time where many are needed. */
const CONCURRENCY = 4;

const RENEW_TOKEN =
  "Set TEMPO_PAT to a valid personal access token (Jira, Profile, Personal Access Tokens). Check TEMPO_BASE_URL too.";

const TEMPO: Service = {
  api: "tempo-data-center",
  isPaced: false,
  name: "Tempo",
  renewToken: RENEW_TOKEN,
  addressSetting: "TEMPO_BASE_URL",
  permission: "Check in Jira that the owner of TEMPO_PAT may use Tempo and log work.",
};

const JIRA: Service = {
  api: "jira",
  isPaced: false,
  name: "Jira",
  renewToken: RENEW_TOKEN,
  addressSetting: "TEMPO_BASE_URL",
  permission: "Check that the owner of TEMPO_PAT may use this Jira and see the issue.",
};

/** The timesheet on Tempo for Jira Data Center. The worker is the owner of the personal access token. */
export class DataCenterTimesheet implements Timesheet {
  /** Tempo stores one worklog a request here. */
  readonly posting = { batchSize: 1, concurrency: CONCURRENCY };

  readonly #tempo: Upstream<TempoPaths>;
  readonly #jira: Upstream<JiraPaths>;
  readonly #issues: IssueCache;
  readonly #workAttributes: WorkAttributeValues;

  /** The worker's user key: Tempo knows nobody by name. */
  readonly #worker = remembered((scope) => {
    const send = (signal: AbortSignal) => this.#jira.client.GET("/rest/api/2/myself", { signal });
    return this.#jira.answer("read", scope, send, ({ key }) => text(key, "your user key"));
  });

  readonly #catalogue = remembered((scope) => {
    const send = (signal: AbortSignal) =>
      this.#tempo.client.GET("/rest/tempo-core/1/work-attribute", { signal });
    return this.#tempo.answer("read", scope, send, (attributes) => list(attributes, "its work attributes"));
  });

  /** The configured work attributes in the form that a worklog takes. */
  readonly #attributes = remembered(async (scope) => {
    const values = Object.entries(this.#workAttributes);
    const catalogue = values.length > 0 ? await this.#catalogue(scope) : [];
    return Object.fromEntries(values.map(([key, value]) => [key, toAttributeValue(catalogue, key, value)]));
  });

  constructor({ baseUrl, token, workAttributes }: DataCenterDeployment, options: UpstreamOptions) {
    this.#tempo = createUpstream(TEMPO, baseUrl, `Bearer ${token}`, options);
    this.#jira = createUpstream(JIRA, baseUrl, `Bearer ${token}`, options);
    this.#issues = new IssueCache(options.clock);
    this.#workAttributes = workAttributes;
  }

  async getSchedule({ startDate, endDate }: DateRange, scope: CallScope): Promise<ScheduledDay[]> {
    const worker = await this.#worker(scope);
    const body = { from: startDate, to: endDate, userKeys: [worker] };
    const send = (signal: AbortSignal) =>
      this.#tempo.client.POST("/rest/tempo-core/2/user/schedule/search", { body, signal });
    return this.#tempo.answer("read", scope, send, (schedules) => {
      const own = list(schedules, "its schedules").find(
        ({ user }) => user === undefined || user.key === worker,
      );
      return list(own?.schedule?.days, "your days").map(toScheduledDay);
    });
  }

  async getWorklogs(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
  ): Promise<LoggedWorklog[]> {
    const narrowed = issueKey === undefined ? {} : { taskId: [await this.#filterId(issueKey, scope)] };
    return this.#search(range, narrowed, toLoggedWorklog, scope);
  }

  getStandingWorklogs(range: DateRange, scope: CallScope): Promise<StandingWorklog[]> {
    return this.#search(range, {}, toStandingWorklog, scope);
  }

  async findIssues(keys: string[], scope: CallScope): Promise<Map<string, Issue>> {
    await pLimit(CONCURRENCY).map(this.#issues.unknownKeys(keys), async (askedKey) => {
      const params = { path: { issueIdOrKey: askedKey }, query: { fields: "summary" } };
      const send = (signal: AbortSignal) =>
        this.#jira.client.GET("/rest/api/2/issue/{issueIdOrKey}", { params, signal });
      await ifFound(
        this.#jira.answer("read", scope, send, (issue) => this.#issues.remember(issue, askedKey)),
      );
    });
    return this.#issues.byKeys(keys);
  }

  async createWorklogs(worklogs: NewWorklog[], scope: CallScope): Promise<StoredWorklog[]> {
    const [worker, attributes] = [await this.#worker(scope), await this.#attributes(scope)];
    const stored: StoredWorklog[] = [];
    for (const worklog of worklogs) {
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
      const answer = this.#tempo.answer("write", scope, send, (created) =>
        readable(list(created, "its worklogs"), (item) => toStoredWorklog(item, worker)),
      );
      stored.push(...(await answer.catch((error: unknown) => this.#explained(error, scope))));
    }
    return stored;
  }

  async findWorklog(id: string, scope: CallScope): Promise<{ id: string; isOwn: boolean } | undefined> {
    const worker = await this.#worker(scope);
    const params = { path: { id } };
    const send = (signal: AbortSignal) =>
      this.#tempo.client.GET("/rest/tempo-timesheets/4/worklogs/{id}", { params, signal });
    return ifFound(this.#tempo.answer("read", scope, send, (worklog) => toStoredWorklog(worklog, worker)));
  }

  async deleteWorklog(id: string, scope: CallScope): Promise<void> {
    const send = (signal: AbortSignal) =>
      this.#tempo.client.DELETE("/rest/tempo-timesheets/4/worklogs/{id}", {
        params: { path: { id } },
        signal,
      });
    await this.#tempo.answer("write", scope, send, () => {});
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
      list(worklogs, "its worklogs")
        // A search that passes over `worker` would show other people's worklogs.
        .filter((worklog) => worklog.worker === worker)
        .map(read),
    );
  }

  async #filterId(issueKey: string, scope: CallScope): Promise<number> {
    const issue = (await this.findIssues([issueKey], scope)).get(issueKey);
    if (!issue) throw unknownFilter(issueKey);
    return Number(issue.id);
  }

  /** Throws a failed create's error, with what the catalogue of work attributes adds to a refusal. */
  async #explained(error: unknown, scope: CallScope): Promise<never> {
    if (!(error instanceof Rejected)) throw error;
    const catalogue = async () =>
      (await this.#catalogue(scope)).map((attribute) => ({
        ...attribute,
        values: valuesOf(attribute).map(({ value }) => value),
      }));
    throw await explainRejection(error, catalogue, this.#workAttributes);
  }
}

type CatalogueEntry = components["schemas"]["WorkAttribute"];

/** The values of a list that are in use. */
function valuesOf({ staticListValues = [] }: CatalogueEntry): { name: string; value: string }[] {
  return staticListValues.filter(({ removed }) => removed !== true);
}

/** A configured value as the object that Tempo wants; a list's value may be given by its name too. */
function toAttributeValue(catalogue: CatalogueEntry[], key: string, value: string): AttributeValue {
  const attribute = catalogue.find((candidate) => candidate.key === key);
  if (!attribute) {
    const known = catalogue.map((candidate) => candidate.key).join(", ") || "none";
    throw new SettingsError(
      `TEMPO_WORK_ATTRIBUTES names ${key}, which this Tempo does not have. It has: ${known}.`,
    );
  }
  const values = valuesOf(attribute);
  const chosen = values.find((candidate) => candidate.value === value || candidate.name === value);
  if (values.length > 0 && !chosen) {
    const known = values.map((candidate) => candidate.value).join(", ");
    throw new SettingsError(
      `TEMPO_WORK_ATTRIBUTES sets ${key} to ${value}, which is none of its values: ${known}.`,
    );
  }
  const { id: workAttributeId, name, type } = attribute;
  return { workAttributeId, key, name, type: type.value, value: chosen?.value ?? value };
}

function toStoredWorklog(worklog: DataCenterWorklog, worker: string): StoredWorklog {
  return {
    id: String(count(worklog.tempoWorklogId, "a worklog's id")),
    date: date(worklog.started, "a worklog's date"),
    seconds: count(worklog.timeSpentSeconds, "a worklog's duration"),
    ...(worklog.billableSeconds !== undefined && { billableSeconds: worklog.billableSeconds }),
    comment: worklog.comment ?? "",
    isOwn: text(worklog.worker, "a worklog's worker") === worker,
  };
}

/** Older instances leave fields out. */
function toStandingWorklog(worklog: DataCenterWorklog): StandingWorklog {
  const seconds = count(worklog.timeSpentSeconds, "a worklog's duration");
  return {
    id: String(count(worklog.tempoWorklogId, "a worklog's id")),
    issueId: String(count(worklog.issue?.id ?? worklog.originTaskId, "a worklog's issue")),
    date: date(worklog.started, "a worklog's date"),
    seconds,
    billableSeconds: worklog.billableSeconds ?? seconds,
    comment: worklog.comment ?? "",
  };
}

/** An issue that the user may no longer see has its id alone. */
function toLoggedWorklog(worklog: DataCenterWorklog): LoggedWorklog {
  const { issueId, id, date, seconds, comment } = toStandingWorklog(worklog);
  const { issue, started } = worklog;
  const startTime = started.slice(11, 19);
  return {
    id,
    issue: { id: issueId, key: issue?.key ?? issueId, summary: issue?.summary ?? "" },
    date,
    ...(startTime !== "" && { startTime }),
    seconds,
    comment,
  };
}
