import pLimit from "p-limit";
import type { components, paths } from "../../generated/jira-api.ts";
import { RejectedError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import type { DiagnosticTimesheet } from "../diagnostic-timesheet.ts";
import { type ApiClient, ifFound } from "../http/client.ts";
import { expectArray } from "../http/parse.ts";
import { DATA_CENTER_CONCURRENCY } from "../http/rate-limit.ts";
import {
  FOUND_ISSUE_FIELDS,
  type IssueCache,
  type IssueReader,
  stateOf,
  toFoundIssue,
} from "../issue-cache.ts";
import { hoursQuery, jqlOfKeys, toJql } from "../jql.ts";

type JiraIssue = components["schemas"]["Issue"];

/** The most keys that one search asks for. */
const KEYS_OF_SEARCH = 100;

export function createDataCenterIssues(
  jira: ApiClient<paths>,
  workerId: (scope: CallScope) => Promise<string>,
  cache: IssueCache,
): IssueReader & Pick<DiagnosticTimesheet, "findLoggedIssue"> {
  /** Finds as many of the issues as a site finds at once. One that refuses a search for an unknown key finds none. */
  async function searchKeys(keys: string[], scope: CallScope): Promise<void> {
    const starts = keys.flatMap((_, index) => (index % KEYS_OF_SEARCH === 0 ? [index] : []));
    await pLimit(DATA_CENTER_CONCURRENCY).map(starts, async (start) => {
      const jql = jqlOfKeys(keys.slice(start, start + KEYS_OF_SEARCH));
      const body = { jql, fields: ["summary"], maxResults: KEYS_OF_SEARCH, validateQuery: false };
      const searching = jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
        ({ issues }) => {
          for (const issue of expectArray(issues, "its issues")) cache.add(issue);
        },
      );
      await searching.catch(unlessRejected);
    });
  }

  /** Reads the issues that exist and that the worker may see. */
  async function read(idsOrKeys: string[], fields: string, scope: CallScope): Promise<JiraIssue[]> {
    const found = await pLimit(DATA_CENTER_CONCURRENCY).map(idsOrKeys, async (issueIdOrKey) => {
      const params = { path: { issueIdOrKey }, query: { fields } };
      const reading = jira.read(
        scope,
        (client, signal) => client.GET("/rest/api/2/issue/{issueIdOrKey}", { params, signal }),
        (issue) => {
          cache.add(issue, issueIdOrKey);
          return issue;
        },
        `Issue ${issueIdOrKey}`,
      );
      return (await ifFound(reading)) ?? [];
    });
    return found.flat();
  }

  return {
    async findIssues(keys, scope) {
      // A rejected token must be reported as such, before a key is called unknown.
      await workerId(scope);
      const wanted = cache.unknownKeys(keys);
      // Fewer are read at the same time.
      if (wanted.length > DATA_CENTER_CONCURRENCY) await searchKeys(wanted, scope);
      // A search need not find an issue by its key from before a move, nor one that is archived or that the index lacks yet.
      await read(cache.unknownKeys(wanted), "summary", scope);
      return cache.byKeys(keys);
    },

    issuesById: (ids, scope) => cache.byIds(ids, (unknown) => read(unknown, "summary", scope)),

    async issueStates(ids, scope) {
      const found = await read(ids, "summary,status", scope);
      return new Map(found.map((issue) => [issue.id, stateOf(issue)]));
    },

    async searchIssues(query, scope) {
      const worker = await workerId(scope);
      const body = { jql: toJql(query), fields: FOUND_ISSUE_FIELDS, maxResults: query.limit };
      return jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
        ({ issues, total = 0 }) => {
          const found = expectArray(issues, "its issues").map((issue) => toFoundIssue(issue, worker));
          return { issues: found, more: total > found.length };
        },
      );
    },

    findLoggedIssue(range, scope) {
      const body = { jql: hoursQuery(range), fields: ["summary"], maxResults: 1 };
      return jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
        ({ issues }) => expectArray(issues, "its issues")[0]?.key,
      );
    },

    async describeIssues(idsOrKeys, scope) {
      const worker = await workerId(scope);
      const found = await read(idsOrKeys, FOUND_ISSUE_FIELDS.join(","), scope);
      return found.map((issue) => toFoundIssue(issue, worker));
    },
  };
}

function unlessRejected(error: unknown): void {
  if (!(error instanceof RejectedError)) throw error;
}
