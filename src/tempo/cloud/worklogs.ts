import type { components, paths as TempoPaths } from "../../generated/tempo-api.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type {
  AttributeValue,
  BookedWorklog,
  CallScope,
  FullWorklog,
  NewWorklog,
  StoredWorklog,
} from "../../timesheet/port.ts";
import { storedStart } from "../../timesheet/worklogs.ts";
import type { ListedWorklog } from "../diagnostic-timesheet.ts";
import { attributeValues, createdAtOf } from "../fields.ts";
import { type ApiClient, ifFound } from "../http/client.ts";
import {
  expectArray,
  expectDate,
  expectInteger,
  expectSame,
  expectString,
  optionalString,
  parseValid,
} from "../http/parse.ts";
import type { WorkAttribute } from "../work-attributes.ts";
import { type FetchPage, parsePage } from "./pages.ts";

type WorklogBody = components["schemas"]["BulkWorklogInput"];

/** The requests for worklogs. Those of one issue can be stored by one request. */
export class CloudWorklogRequests {
  readonly #tempo: ApiClient<TempoPaths>;
  readonly #accountId: (scope: CallScope) => Promise<string>;

  constructor(tempo: ApiClient<TempoPaths>, accountId: (scope: CallScope) => Promise<string>) {
    this.#tempo = tempo;
    this.#accountId = accountId;
  }

  /** Prepares the requests for the user's worklogs of a range, or for those on an issue. */
  async pagesOf<Result>(
    { startDate: from, endDate: to }: DateRange,
    issueId: number | undefined,
    scope: CallScope,
    parse: (worklog: CloudWorklog) => Result,
  ): Promise<FetchPage<Result>> {
    const accountId = await this.#accountId(scope);
    if (issueId === undefined) {
      return (page) => {
        const params = { path: { accountId }, query: { from, to, ...page } };
        return this.#tempo.read(
          scope,
          (client, signal) => client.GET("/4/worklogs/user/{accountId}", { params, signal }),
          parsePage(parse),
        );
      };
    }
    const body = { authorIds: [accountId], issueIds: [issueId], from, to };
    return (page) =>
      this.#tempo.read(
        scope,
        (client, signal) => client.POST("/4/worklogs/search", { params: { query: page }, body, signal }),
        parsePage(parse),
      );
  }

  /** @param parse takes the worklog, and the user's account id */
  async read<Result>(
    id: string,
    scope: CallScope,
    parse: (worklog: CloudWorklog, accountId: string) => Result,
  ): Promise<Result | undefined> {
    const accountId = await this.#accountId(scope);
    const params = { path: { id } };
    const reading = this.#tempo.read(
      scope,
      (client, signal) => client.GET("/4/worklogs/{id}", { params, signal }),
      (worklog) => parse(worklog, accountId),
      `Worklog ${id}`,
    );
    return ifFound(reading);
  }

  /** @param worklogs all of one issue, with their attributes */
  async create(
    issueId: string,
    worklogs: readonly (readonly [NewWorklog, readonly AttributeValue[]])[],
    scope: CallScope,
  ): Promise<StoredWorklog[]> {
    const authorAccountId = await this.#accountId(scope);
    const bodies = worklogs.map(([worklog, attributes]) => ({
      authorAccountId,
      startDate: worklog.date,
      ...(worklog.startTime !== undefined && { startTime: worklog.startTime }),
      timeSpentSeconds: worklog.seconds,
      billableSeconds: worklog.billableSeconds,
      ...(worklog.comment !== "" && { description: worklog.comment }),
      ...withAttributes(attributes),
    }));
    const stored = await this.#send(Number(issueId), bodies, scope);
    return stored.map(({ author, ...worklog }) => ({ ...worklog, isOwn: author === authorAccountId }));
  }

  async update(worklog: FullWorklog, scope: CallScope): Promise<FullWorklog> {
    const { id, date, startTime, seconds, billableSeconds, comment, attributes } = worklog;
    const body = {
      authorAccountId: await this.#accountId(scope),
      startDate: date,
      ...(startTime !== undefined && { startTime }),
      timeSpentSeconds: seconds,
      billableSeconds,
      description: comment,
      ...withAttributes(attributes),
    };
    const params = { path: { id } };
    return this.#tempo.write(
      scope,
      (client, signal) => client.PUT("/4/worklogs/{id}", { params, body, signal }),
      (stored) => expectSame(id, toFullWorklog(stored)),
      `Worklog ${id}`,
    );
  }

  async delete(id: string, scope: CallScope): Promise<void> {
    const params = { path: { id } };
    await this.#tempo.write(
      scope,
      (client, signal) => client.DELETE("/4/worklogs/{id}", { params, signal }),
      () => {},
      `Worklog ${id}`,
    );
  }

  #send(issueId: number, bodies: WorklogBody[], scope: CallScope): Promise<CloudStored[]> {
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
}

function withAttributes(attributes: readonly AttributeValue[]) {
  return attributes.length > 0 ? { attributes: attributes.map(({ key, value }) => ({ key, value })) } : {};
}

export type CloudWorklog = components["schemas"]["Worklog"];

/** `author` is an account id. */
type CloudStored = Omit<StoredWorklog, "isOwn"> & { author: string };

export function toStoredWorklog(worklog: CloudWorklog): CloudStored {
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    date: expectDate(worklog.startDate, "a worklog's date"),
    ...storedStart(optionalString(worklog.startTime, "a worklog's start time")),
    seconds: expectInteger(worklog.timeSpentSeconds, "a worklog's duration"),
    ...(typeof worklog.billableSeconds === "number" && { billableSeconds: worklog.billableSeconds }),
    comment: optionalString(worklog.description, "a worklog's description"),
    author: expectString(worklog.author?.accountId, "a worklog's author"),
    ...createdAtOf(worklog.createdAt),
    ...(worklog.attributes && { attributes: attributesOf(worklog) }),
  };
}

export function toListedWorklog({ tempoWorklogId, startDate, author }: CloudWorklog): ListedWorklog {
  return {
    id: String(expectInteger(tempoWorklogId, "a worklog's id")),
    date: expectDate(startDate, "a worklog's date"),
    author: optionalString(author?.accountId, "a worklog's author"),
  };
}

export function toFoundWorklog(worklog: CloudWorklog): BookedWorklog {
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    issueId: issueIdOf(worklog.issue),
    date: expectDate(worklog.startDate, "a worklog's date"),
    ...(worklog.startTime && {
      startTime: optionalString(worklog.startTime, "a worklog's start time"),
    }),
    seconds: expectInteger(worklog.timeSpentSeconds, "a worklog's duration"),
    billableSeconds: expectInteger(
      worklog.billableSeconds ?? worklog.timeSpentSeconds,
      "a worklog's billable time",
    ),
    comment: optionalString(worklog.description, "a worklog's description"),
    ...createdAtOf(worklog.createdAt),
    attributes: attributeValues((worklog.attributes?.values ?? []).map(({ key, value }) => [key, value])),
  };
}

export function toFullWorklog(worklog: CloudWorklog): FullWorklog {
  return { ...toFoundWorklog(worklog), attributes: attributesOf(worklog) };
}

/** Attributes without a value are left out, since there is nothing to keep. */
function attributesOf({ attributes }: CloudWorklog): AttributeValue[] {
  return (attributes?.values ?? []).flatMap(({ key, value }) =>
    value === undefined || value === null || value === ""
      ? []
      : [{ key: expectString(key, "a work attribute's key"), value: String(value) }],
  );
}

/** Tempo promises the issue's URL, not its id; the URL ends in the id. */
function issueIdOf(issue: CloudWorklog["issue"]): string {
  return String(
    expectInteger(issue?.id ?? Number(/\/(\d+)$/.exec(issue?.self ?? "")?.[1]), "a worklog's issue"),
  );
}

/** @throws InvalidResponseError if it is not what Tempo promises */
export function toWorkAttribute(attribute: components["schemas"]["WorkAttribute"]): WorkAttribute {
  const { name, required, type, values = [], names = {} } = attribute;
  return {
    key: expectString(attribute.key, "a work attribute's key"),
    name: optionalString(name, "a work attribute's name"),
    type: optionalString(type, "a work attribute's type"),
    required: required === true,
    values: values.map((value) => ({
      value: expectString(value, "a work attribute's value"),
      name: optionalString(names[value], "a work attribute's value") || value,
    })),
  };
}
