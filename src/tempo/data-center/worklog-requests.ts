import type { paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type {
  AttributeValue,
  CallScope,
  FullWorklog,
  NewWorklog,
  StoredWorklog,
} from "../../timesheet/port.ts";
import { eachOnce } from "../each-once.ts";
import { type ApiClient, ifFound } from "../http/client.ts";
import { expectArray, expectObject, expectSame, parseValid } from "../http/parse.ts";
import { toAttributeValues } from "./work-attributes.ts";
import { type DataCenterWorklog, isSameUser, toFullWorklog, toStoredWorklog } from "./worklogs.ts";

/** Limits a list to the worklogs of some issues. */
export interface WorklogFilter {
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
