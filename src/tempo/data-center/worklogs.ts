import type { components, paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type {
  AttributeValue,
  CallScope,
  ExistingWorklog,
  FoundWorklog,
  FullWorklog,
  LoggedWorklog,
  NewWorklog,
  StoredWorklog,
} from "../../timesheet/port.ts";
import { storedStart } from "../../timesheet/worklogs.ts";
import type { WorkAttribute } from "../chosen-attributes.ts";
import type { DiagnosticTimesheet, ListedWorklog } from "../diagnostic-timesheet.ts";
import { attributeValues, createdAtOf, eachOnce } from "../fields.ts";
import { type ApiClient, ifFound } from "../http/client.ts";
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
import { filterIssueId, type IssueReader } from "../issue-cache.ts";
import { partsOfRange } from "../parts-of-range.ts";
import type { Lookups } from "../work-attributes.ts";

/** Limits a list to the worklogs of some issues. */
interface WorklogFilter {
  taskId?: number[];
}

/** The search for worklogs of a user. */
export function createWorklogSearch(
  tempo: ApiClient<TempoPaths>,
  workerId: (scope: CallScope) => Promise<string>,
) {
  /** Worklogs of the user's, and others that Tempo lists all the same. */
  async function list<Result>(
    { startDate, endDate }: DateRange,
    filter: WorklogFilter,
    scope: CallScope,
    parse: (worklogs: DataCenterWorklog[]) => Result[],
  ): Promise<Result[]> {
    const body = { from: startDate, to: endDate, worker: [await workerId(scope)], ...filter };
    return tempo.read(
      scope,
      (client, signal) => client.POST("/rest/tempo-timesheets/4/worklogs/search", { body, signal }),
      (found) => parse(eachOnce(expectArray(found, "its worklogs"), (it) => it.tempoWorklogId ?? it)),
    );
  }

  return {
    list,
    async own<Result>(
      range: DateRange,
      filter: WorklogFilter,
      parse: (worklog: DataCenterWorklog) => Result,
      scope: CallScope,
    ): Promise<Result[]> {
      const user = await workerId(scope);
      // A search that ignores `worker` returns worklogs of other users too; one without a worker is the user's, as requested.
      const isOwn = ({ worker }: DataCenterWorklog) => !worker || isSameUser(worker, user);
      return list(range, filter, scope, (worklogs) => worklogs.filter(isOwn).map(parse));
    },
  };
}

export type WorklogSearch = ReturnType<typeof createWorklogSearch>;

type WorklogOperations = Pick<
  DiagnosticTimesheet,
  | "listWorklogs"
  | "getWorklogs"
  | "worklogParts"
  | "getExistingWorklogs"
  | "createWorklogs"
  | "readWorklog"
  | "updateWorklog"
  | "moveWorklog"
  | "deleteWorklog"
>;

/**
 * The worklogs of a user. Tempo stores one worklog per request here.
 *
 * @param learn keeps what a worklog says of its issue
 */
export function createDataCenterWorklogs(
  tempo: ApiClient<TempoPaths>,
  search: WorklogSearch,
  issues: IssueReader,
  lookups: Lookups,
  workerId: (scope: CallScope) => Promise<string>,
  learn: (worklog: DataCenterWorklog, issueId: string) => void,
): WorklogOperations {
  async function filterOf(issueKey: string | undefined, scope: CallScope): Promise<WorklogFilter> {
    if (issueKey === undefined) return {};
    return { taskId: [filterIssueId(issueKey, await issues.findIssues([issueKey], scope))] };
  }

  async function create(worklog: NewWorklog, worker: string, scope: CallScope): Promise<StoredWorklog[]> {
    const attributes = await lookups.attributesOf(worklog, scope);
    const body = { worker, originTaskId: worklog.issue.id, ...fieldsOf(worklog, attributes) };
    return tempo.create(
      scope,
      (client, signal) => client.POST("/rest/tempo-timesheets/4/worklogs", { body, signal }),
      (created) => parseValid(expectArray(created, "its worklogs"), (item) => toStoredWorklog(item, worker)),
    );
  }

  return {
    listWorklogs: (range, scope) =>
      search.list(range, {}, scope, (found) => found.map((worklog) => toListedWorklog(worklog))),

    async getWorklogs(range, issueKey, scope) {
      const filter = await filterOf(issueKey, scope);
      const found = await search.own(range, filter, toLoggedWorklog, scope);
      // Older instances return an issue by its id alone, and so do all if the worker has lost access to it.
      const unnamed = found.filter(({ issue }) => issue.key === "").map(({ issue }) => issue.id);
      const named = await issues.issuesById(unnamed, scope);
      return found.map((worklog) => ({ ...worklog, issue: named.get(worklog.issue.id) ?? worklog.issue }));
    },

    worklogParts(range, issueKey, scope) {
      return partsOfRange(range, async function* read(part) {
        const filter = await filterOf(issueKey, scope);
        yield await search.own(part, filter, (worklog) => toFoundWorklog(worklog, learn), scope);
      });
    },

    getExistingWorklogs: (range, scope) => search.own(range, {}, toExistingWorklog, scope),

    async createWorklogs(created, scope) {
      const [first] = created;
      if (!first) return [];
      const { issue, attributes = [] } = first;
      const worker = await workerId(scope);
      const creating = Promise.all(created.map((worklog) => create(worklog, worker, scope)));
      return (await lookups.explained(issue.id, attributes, scope, creating)).flat();
    },

    async readWorklog(id, scope) {
      const user = await workerId(scope);
      const params = { path: { id } };
      const reading = tempo.read(
        scope,
        (client, signal) => client.GET("/rest/tempo-timesheets/4/worklogs/{id}", { params, signal }),
        (found) => {
          const worklog = toFullWorklog(found);
          learn(found, worklog.issueId);
          return { worklog, isOwn: isSameUser(expectString(found.worker, "a worklog's worker"), user) };
        },
        `Worklog ${id}`,
      );
      return ifFound(reading);
    },

    async updateWorklog(worklog, scope) {
      const { id, issueId, attributes } = worklog;
      const worker = await workerId(scope);
      const body = { worker, originTaskId: issueId, ...fieldsOf(worklog, attributes) };
      const params = { path: { id } };
      const updating = tempo.write(
        scope,
        (client, signal) => client.PUT("/rest/tempo-timesheets/4/worklogs/{id}", { params, body, signal }),
        (stored) => expectSame(id, toFullWorklog(expectObject([stored].flat()[0], "its worklog"))),
        `Worklog ${id}`,
      );
      return lookups.explained(issueId, attributes, scope, updating);
    },

    moveWorklog(id, issueId, scope) {
      const params = { path: { id, issueId } };
      const moving = tempo.write(
        scope,
        (client, signal) =>
          client.PUT("/rest/tempo-timesheets/4/worklogs/{id}/issue/{issueId}", { params, signal }),
        () => {},
        `Worklog ${id}`,
      );
      return lookups.explained(issueId, [], scope, moving);
    },

    deleteWorklog(id, scope) {
      const params = { path: { id } };
      return tempo.write(
        scope,
        (client, signal) => client.DELETE("/rest/tempo-timesheets/4/worklogs/{id}", { params, signal }),
        () => {},
        `Worklog ${id}`,
      );
    },
  };
}

function fieldsOf(
  worklog: Pick<FullWorklog, "date" | "startTime" | "seconds" | "billableSeconds" | "comment">,
  attributes: readonly AttributeValue[],
) {
  const { date, startTime, seconds, billableSeconds, comment } = worklog;
  const values = attributes.map(
    ({ key, value, details }) => [key, { workAttributeId: 0, ...details, key, value }] as const,
  );
  return {
    // A date alone is taken as midnight.
    started: startTime === undefined ? date : `${date}T${startTime}.000`,
    timeSpentSeconds: seconds,
    billableSeconds,
    comment,
    ...(values.length > 0 && { attributes: Object.fromEntries(values) }),
  };
}

/** Older instances leave fields out. */
export type DataCenterWorklog = components["schemas"]["Worklog"];

/** Jira ignores the case of user keys. */
export function isSameUser(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The fields that each answer with a worklog has. */
function commonFields(worklog: DataCenterWorklog) {
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    date: expectDate(worklog.started, "a worklog's date"),
    seconds: expectInteger(worklog.timeSpentSeconds, "a worklog's duration"),
    comment: optionalString(worklog.comment, "a worklog's comment"),
    ...createdAtOf(worklog.dateCreated),
  };
}

function toStoredWorklog(worklog: DataCenterWorklog, worker: string): StoredWorklog {
  const { billableSeconds, attributes } = worklog;
  return {
    ...commonFields(worklog),
    ...storedStart(startTimeOf(worklog)),
    ...(typeof billableSeconds === "number" && { billableSeconds }),
    isOwn: isSameUser(expectString(worklog.worker, "a worklog's worker"), worker),
    ...(attributes && { attributes: attributesOf(worklog) }),
  };
}

function toListedWorklog({ tempoWorklogId, started, worker }: DataCenterWorklog): ListedWorklog {
  return {
    id: String(expectInteger(tempoWorklogId, "a worklog's id")),
    date: expectDate(started, "a worklog's date"),
    author: optionalString(worker, "a worklog's worker"),
  };
}

function toExistingWorklog(worklog: DataCenterWorklog): ExistingWorklog {
  const { issue, originTaskId, billableSeconds, timeSpentSeconds, attributes } = worklog;
  const startTime = startTimeOf(worklog);
  return {
    ...commonFields(worklog),
    issueId: String(expectInteger(issue?.id ?? originTaskId, "a worklog's issue")),
    ...(startTime !== "" && { startTime }),
    billableSeconds: expectInteger(billableSeconds ?? timeSpentSeconds, "a worklog's billable time"),
    ...(attributes && { attributes: valuesOf(worklog) }),
  };
}

function valuesOf({ attributes }: DataCenterWorklog): ReadonlyMap<string, string> {
  return attributeValues(Object.entries(attributes ?? {}).map(([key, it]) => [key, it?.value]));
}

function toFullWorklog(worklog: DataCenterWorklog): FullWorklog {
  return { ...toExistingWorklog(worklog), attributes: attributesOf(worklog) };
}

/** Attributes without a value are left out, since there is nothing to keep. */
function attributesOf({ attributes }: DataCenterWorklog): AttributeValue[] {
  return Object.entries(attributes ?? {}).flatMap(([key, attribute]) => {
    const { workAttributeId, value, name, type } = attribute ?? {};
    if (value === undefined || value === null || value === "") return [];
    const details = {
      workAttributeId: expectInteger(workAttributeId, "a work attribute's id"),
      ...(name !== undefined && { name }),
      ...(type !== undefined && { type }),
    };
    return [{ key, value: String(value), details }];
  });
}

/** HH:mm:ss, after a date and a space or a T; empty if there is none. */
function startTimeOf({ started }: DataCenterWorklog): string {
  return started.slice(11, 19);
}

/** @param learn keeps what it says of its issue */
export function toFoundWorklog(
  worklog: DataCenterWorklog,
  learn: (worklog: DataCenterWorklog, issueId: string) => void = () => {},
): FoundWorklog {
  const existing = toExistingWorklog(worklog);
  learn(worklog, existing.issueId);
  return { ...existing, attributes: valuesOf(worklog) };
}

/** The issue's key is empty if the instance returns the id alone. */
function toLoggedWorklog(worklog: DataCenterWorklog): LoggedWorklog {
  const { issueId, ...logged } = toFoundWorklog(worklog);
  const { issue } = worklog;
  return {
    ...logged,
    issue: {
      id: issueId,
      key: optionalString(issue?.key, "an issue's key"),
      summary: optionalString(issue?.summary, "an issue's summary"),
    },
  };
}

type Schemas = components["schemas"];

/** @throws InvalidResponseError if it is not what Tempo promises */
export function toWorkAttribute(attribute: Schemas["WorkAttribute"]): WorkAttribute {
  const { id, name, type, required, staticListValues } = expectObject(attribute, "a work attribute");
  return {
    id: expectInteger(id, "a work attribute's id"),
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
