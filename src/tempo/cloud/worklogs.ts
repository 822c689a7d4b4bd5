import type { components, paths as TempoPaths } from "../../generated/tempo-api.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type {
  AttributeValue,
  CallScope,
  ExistingWorklog,
  FoundWorklog,
  FullWorklog,
  NewWorklog,
  StoredWorklog,
} from "../../timesheet/port.ts";
import { storedStart } from "../../timesheet/worklogs.ts";
import type { WorkAttribute } from "../chosen-attributes.ts";
import type { DiagnosticTimesheet, ListedWorklog } from "../diagnostic-timesheet.ts";
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
import { filterIssueId, type IssueReader } from "../issue-cache.ts";
import { partsOfRange } from "../parts-of-range.ts";
import type { Lookups } from "../work-attributes.ts";
import { allPages, eachPage, type FetchPage, parsePage } from "./pages.ts";

type WorklogOperations = Pick<
  DiagnosticTimesheet,
  | "listWorklogs"
  | "getWorklogs"
  | "worklogParts"
  | "getExistingWorklogs"
  | "createWorklogs"
  | "readWorklog"
  | "updateWorklog"
  | "deleteWorklog"
>;

/** The worklogs of a user. Those of one issue can be stored by one request. */
export function createCloudWorklogs(
  tempo: ApiClient<TempoPaths>,
  issues: IssueReader,
  lookups: Lookups,
  workerId: (scope: CallScope) => Promise<string>,
): WorklogOperations {
  /** Prepares the requests for the user's worklogs of a range, or for those on an issue. */
  async function pagesOf<Result>(
    { startDate: from, endDate: to }: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
    parse: (worklog: CloudWorklog) => Result,
  ): Promise<FetchPage<Result>> {
    // A rejected token must be reported as such, before a key is called unknown.
    const accountId = await workerId(scope);
    if (issueKey === undefined) {
      return (page) => {
        const params = { path: { accountId }, query: { from, to, ...page } };
        return tempo.read(
          scope,
          (client, signal) => client.GET("/4/worklogs/user/{accountId}", { params, signal }),
          parsePage(parse),
        );
      };
    }
    const issueId = filterIssueId(issueKey, await issues.findIssues([issueKey], scope));
    const body = { authorIds: [accountId], issueIds: [issueId], from, to };
    return (page) =>
      tempo.read(
        scope,
        (client, signal) => client.POST("/4/worklogs/search", { params: { query: page }, body, signal }),
        parsePage(parse),
      );
  }

  function create(
    issueId: number,
    bodies: ReturnType<typeof bodyOf>[],
    accountId: string,
    scope: CallScope,
  ): Promise<StoredWorklog[]> {
    const toStored = (worklog: CloudWorklog) => toStoredWorklog(worklog, accountId);
    const [single, ...others] = bodies;
    if (single && others.length === 0) {
      const body = { issueId, ...single };
      return tempo.create(
        scope,
        (client, signal) => client.POST("/4/worklogs", { body, signal }),
        (stored) => [toStored(stored)],
      );
    }
    const request = { params: { path: { issueId } }, body: bodies };
    return tempo.create(
      scope,
      (client, signal) => client.POST("/4/worklogs/issue/{issueId}/bulk", { ...request, signal }),
      (stored) => parseValid(expectArray(stored, "its worklogs"), toStored),
    );
  }

  return {
    async listWorklogs(range, scope) {
      return allPages(await pagesOf(range, undefined, scope, toListedWorklog), idOf);
    },

    async getWorklogs(range, issueKey, scope) {
      const found = await allPages(await pagesOf(range, issueKey, scope, toFoundWorklog), idOf);
      const issueIds = found.map(({ issueId }) => issueId);
      const byId = await issues.issuesById(issueIds, scope);
      return found.flatMap(({ issueId, ...worklog }) => {
        const issue = byId.get(issueId);
        return issue ? [{ ...worklog, issue }] : [];
      });
    },

    worklogParts(range, issueKey, scope) {
      return partsOfRange(range, async function* read(part) {
        yield* eachPage(await pagesOf(part, issueKey, scope, toFoundWorklog), idOf);
      });
    },

    async getExistingWorklogs(range, scope) {
      return allPages(await pagesOf(range, undefined, scope, toExistingWorklog), idOf);
    },

    async createWorklogs(created, scope) {
      const [first] = created;
      if (!first) return [];
      const { issue, attributes = [] } = first;
      const accountId = await workerId(scope);
      const bodies = await Promise.all(
        created.map(async (it) =>
          bodyOf(it, it.comment || undefined, await lookups.attributesOf(it, scope), accountId),
        ),
      );
      const creating = create(Number(issue.id), bodies, accountId, scope);
      return lookups.explained(issue.id, attributes, scope, creating);
    },

    async readWorklog(id, scope) {
      const accountId = await workerId(scope);
      const params = { path: { id } };
      const reading = tempo.read(
        scope,
        (client, signal) => client.GET("/4/worklogs/{id}", { params, signal }),
        (found) => ({ worklog: toFullWorklog(found), isOwn: authorOf(found) === accountId }),
        `Worklog ${id}`,
      );
      return ifFound(reading);
    },

    async updateWorklog(worklog, scope) {
      const { id, issueId, comment, attributes } = worklog;
      const params = { path: { id } };
      const body = bodyOf(worklog, comment, attributes, await workerId(scope));
      const updating = tempo.write(
        scope,
        (client, signal) => client.PUT("/4/worklogs/{id}", { params, body, signal }),
        (stored) => expectSame(id, toFullWorklog(stored)),
        `Worklog ${id}`,
      );
      return lookups.explained(issueId, attributes, scope, updating);
    },

    deleteWorklog(id, scope) {
      const params = { path: { id } };
      return tempo.write(
        scope,
        (client, signal) => client.DELETE("/4/worklogs/{id}", { params, signal }),
        () => {},
        `Worklog ${id}`,
      );
    },
  };
}

function idOf({ id }: { id: string }): string {
  return id;
}

function bodyOf(
  { date, startTime, seconds, billableSeconds }: NewWorklog | FullWorklog,
  description: string | undefined,
  attributes: readonly AttributeValue[],
  authorAccountId: string,
) {
  return {
    authorAccountId,
    startDate: date,
    ...(startTime !== undefined && { startTime }),
    timeSpentSeconds: seconds,
    billableSeconds,
    ...(description !== undefined && { description }),
    ...(attributes.length > 0 && { attributes: attributes.map(({ key, value }) => ({ key, value })) }),
  };
}

type CloudWorklog = components["schemas"]["Worklog"];

/** The fields that each answer with a worklog has. */
function commonFields(worklog: CloudWorklog) {
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    date: expectDate(worklog.startDate, "a worklog's date"),
    seconds: expectInteger(worklog.timeSpentSeconds, "a worklog's duration"),
    comment: optionalString(worklog.description, "a worklog's description"),
    ...createdAtOf(worklog.createdAt),
  };
}

function authorOf({ author }: CloudWorklog): string {
  return expectString(author?.accountId, "a worklog's author");
}

function toStoredWorklog(worklog: CloudWorklog, accountId: string): StoredWorklog {
  const { startTime, billableSeconds, attributes } = worklog;
  return {
    ...commonFields(worklog),
    ...storedStart(optionalString(startTime, "a worklog's start time")),
    ...(typeof billableSeconds === "number" && { billableSeconds }),
    isOwn: authorOf(worklog) === accountId,
    ...(attributes && { attributes: attributesOf(worklog) }),
  };
}

function toListedWorklog({ tempoWorklogId, startDate, author }: CloudWorklog): ListedWorklog {
  return {
    id: String(expectInteger(tempoWorklogId, "a worklog's id")),
    date: expectDate(startDate, "a worklog's date"),
    author: optionalString(author?.accountId, "a worklog's author"),
  };
}

function toExistingWorklog(worklog: CloudWorklog): ExistingWorklog {
  const { attributes, ...existing } = toFoundWorklog(worklog);
  return { ...existing, ...(worklog.attributes && { attributes }) };
}

export function toFoundWorklog(worklog: CloudWorklog): FoundWorklog {
  const { startTime, billableSeconds, timeSpentSeconds, attributes } = worklog;
  return {
    ...commonFields(worklog),
    issueId: issueIdOf(worklog.issue),
    ...(startTime && { startTime: optionalString(startTime, "a worklog's start time") }),
    billableSeconds: expectInteger(billableSeconds ?? timeSpentSeconds, "a worklog's billable time"),
    attributes: attributeValues((attributes?.values ?? []).map(({ key, value }) => [key, value])),
  };
}

function toFullWorklog(worklog: CloudWorklog): FullWorklog {
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

/** Tempo promises the issue's URL, not its id; the URL ends in the id. Empty for a worklog whose issue was deleted, which has none. */
function issueIdOf(issue: CloudWorklog["issue"] | null | undefined): string {
  const { id, self } = issue ?? {};
  if (!id && !self) return "";
  return String(expectInteger(id ?? Number(/\/(\d+)$/.exec(self ?? "")?.[1]), "a worklog's issue"));
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
