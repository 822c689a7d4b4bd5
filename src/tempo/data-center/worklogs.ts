import type { components, paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type {
  AttributeValue,
  BookedWorklog,
  CallScope,
  ExistingWorklog,
  FullWorklog,
  LoggedWorklog,
  NewWorklog,
  StoredWorklog,
} from "../../timesheet/port.ts";
import { storedStart } from "../../timesheet/worklogs.ts";
import type { ListedWorklog } from "../diagnostic-timesheet.ts";
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
import type { WorkAttribute } from "../work-attributes.ts";

/** Limits a list to the worklogs of some issues. */
interface WorklogFilter {
  taskId?: number[];
}

/** The requests for worklogs. Tempo stores one worklog per request here. */
export class DataCenterWorklogRequests {
  readonly #tempo: ApiClient<TempoPaths>;
  readonly #workerId: (scope: CallScope) => Promise<string>;

  constructor(tempo: ApiClient<TempoPaths>, workerId: (scope: CallScope) => Promise<string>) {
    this.#tempo = tempo;
    this.#workerId = workerId;
  }

  /** Worklogs of the user's. */
  async search<Result>(
    range: DateRange,
    filter: WorklogFilter,
    parse: (worklog: DataCenterWorklog) => Result,
    scope: CallScope,
  ): Promise<Result[]> {
    const worker = await this.#workerId(scope);
    // A search that ignores `worker` returns worklogs of other users too; one without a worker is the user's, as requested.
    const isOwn = (worklog: DataCenterWorklog) => !worklog.worker || isSameUser(worklog.worker, worker);
    return this.list(range, filter, scope, (worklogs) => worklogs.filter(isOwn).map(parse));
  }

  /** Worklogs of the user's, and others that Tempo lists all the same. */
  async list<Result>(
    { startDate, endDate }: DateRange,
    filter: WorklogFilter,
    scope: CallScope,
    parse: (worklogs: DataCenterWorklog[]) => Result[],
  ): Promise<Result[]> {
    const worker = await this.#workerId(scope);
    const body = { from: startDate, to: endDate, worker: [worker], ...filter };
    return this.#tempo.read(
      scope,
      (client, signal) => client.POST("/rest/tempo-timesheets/4/worklogs/search", { body, signal }),
      (found) => parse(eachOnce(expectArray(found, "its worklogs"), (it) => it.tempoWorklogId ?? it)),
    );
  }

  /** @param parse takes the worklog, and the user's key */
  async read<Result>(
    id: string,
    scope: CallScope,
    parse: (worklog: DataCenterWorklog, worker: string) => Result,
  ): Promise<Result | undefined> {
    const worker = await this.#workerId(scope);
    const params = { path: { id } };
    const reading = this.#tempo.read(
      scope,
      (client, signal) => client.GET("/rest/tempo-timesheets/4/worklogs/{id}", { params, signal }),
      (worklog) => parse(worklog, worker),
      `Worklog ${id}`,
    );
    return ifFound(reading);
  }

  async create(
    worklog: NewWorklog,
    attributes: readonly AttributeValue[],
    scope: CallScope,
  ): Promise<StoredWorklog[]> {
    const worker = await this.#workerId(scope);
    const body = { worker, originTaskId: worklog.issue.id, ...fieldsOf(worklog, attributes) };
    return this.#tempo.create(
      scope,
      (client, signal) => client.POST("/rest/tempo-timesheets/4/worklogs", { body, signal }),
      (created) => parseValid(expectArray(created, "its worklogs"), (item) => toStoredWorklog(item, worker)),
    );
  }

  async update(worklog: FullWorklog, scope: CallScope): Promise<FullWorklog> {
    const { id, issueId, attributes } = worklog;
    const worker = await this.#workerId(scope);
    const body = { worker, originTaskId: issueId, ...fieldsOf(worklog, attributes) };
    const params = { path: { id } };
    return this.#tempo.write(
      scope,
      (client, signal) => client.PUT("/rest/tempo-timesheets/4/worklogs/{id}", { params, body, signal }),
      (stored) => expectSame(id, toFullWorklog(expectObject([stored].flat()[0], "its worklog"))),
      `Worklog ${id}`,
    );
  }

  async move(id: string, issueId: string, scope: CallScope): Promise<void> {
    const params = { path: { id, issueId } };
    await this.#tempo.write(
      scope,
      (client, signal) =>
        client.PUT("/rest/tempo-timesheets/4/worklogs/{id}/issue/{issueId}", { params, signal }),
      () => {},
      `Worklog ${id}`,
    );
  }

  async delete(id: string, scope: CallScope): Promise<void> {
    const params = { path: { id } };
    await this.#tempo.write(
      scope,
      (client, signal) => client.DELETE("/rest/tempo-timesheets/4/worklogs/{id}", { params, signal }),
      () => {},
      `Worklog ${id}`,
    );
  }
}

function fieldsOf(
  worklog: Pick<FullWorklog, "date" | "startTime" | "seconds" | "billableSeconds" | "comment">,
  attributes: readonly AttributeValue[],
) {
  return {
    started: startedAt(worklog),
    timeSpentSeconds: worklog.seconds,
    billableSeconds: worklog.billableSeconds,
    comment: worklog.comment,
    ...(attributes.length > 0 && { attributes: toAttributeValues(attributes) }),
  };
}

/** Data Center takes a date alone as midnight. */
function startedAt({ date, startTime }: { date: string; startTime?: string }): string {
  return startTime === undefined ? date : `${date}T${startTime}.000`;
}

/** Older instances leave fields out. */
export type DataCenterWorklog = components["schemas"]["Worklog"];

/** Jira ignores the case of user keys. */
export function isSameUser(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export function toStoredWorklog(worklog: DataCenterWorklog, worker: string): StoredWorklog {
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    date: expectDate(worklog.started, "a worklog's date"),
    ...storedStart(startTimeOf(worklog)),
    seconds: expectInteger(worklog.timeSpentSeconds, "a worklog's duration"),
    ...(typeof worklog.billableSeconds === "number" && { billableSeconds: worklog.billableSeconds }),
    comment: optionalString(worklog.comment, "a worklog's comment"),
    isOwn: isSameUser(expectString(worklog.worker, "a worklog's worker"), worker),
    ...createdAtOf(worklog.dateCreated),
    ...(worklog.attributes && { attributes: attributesOf(worklog) }),
  };
}

export function toListedWorklog({ tempoWorklogId, started, worker }: DataCenterWorklog): ListedWorklog {
  return {
    id: String(expectInteger(tempoWorklogId, "a worklog's id")),
    date: expectDate(started, "a worklog's date"),
    author: optionalString(worker, "a worklog's worker"),
  };
}

export function toExistingWorklog(worklog: DataCenterWorklog): ExistingWorklog {
  const startTime = startTimeOf(worklog);
  const seconds = expectInteger(worklog.timeSpentSeconds, "a worklog's duration");
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    issueId: String(expectInteger(worklog.issue?.id ?? worklog.originTaskId, "a worklog's issue")),
    date: expectDate(worklog.started, "a worklog's date"),
    ...(startTime !== "" && { startTime }),
    seconds,
    billableSeconds: expectInteger(worklog.billableSeconds ?? seconds, "a worklog's billable time"),
    comment: optionalString(worklog.comment, "a worklog's comment"),
    ...createdAtOf(worklog.dateCreated),
  };
}

export function toFullWorklog(worklog: DataCenterWorklog): FullWorklog {
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

export function toBookedWorklog(worklog: DataCenterWorklog): BookedWorklog {
  return {
    ...toExistingWorklog(worklog),
    attributes: attributeValues(
      Object.entries(worklog.attributes ?? {}).map(([key, attribute]) => [key, attribute?.value]),
    ),
  };
}

/** The issue's key is empty if the instance returns the id alone. */
export function toFoundWorklog(worklog: DataCenterWorklog): LoggedWorklog {
  const { issueId, ...booked } = toBookedWorklog(worklog);
  const { issue } = worklog;
  return {
    ...booked,
    issue: {
      id: issueId,
      key: optionalString(issue?.key, "an issue's key"),
      summary: optionalString(issue?.summary, "an issue's summary"),
    },
  };
}

/** The key of the issue's account, which need not be the worklog's; empty if the issue has none. */
export function accountKeyIn({ issue }: DataCenterWorklog): string {
  return optionalString(issue?.accountKey, "an issue's account");
}

type Schemas = components["schemas"];

/** The attributes of a worklog to store. */
function toAttributeValues(values: readonly AttributeValue[]): Record<string, Schemas["WorkAttributeValue"]> {
  return Object.fromEntries(
    values.map(({ key, value, details }) => [key, { workAttributeId: 0, ...details, key, value }]),
  );
}

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
