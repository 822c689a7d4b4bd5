import pLimit from "p-limit";
import type { components } from "../../generated/jira-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { eachOnce } from "../fields.ts";
import { ifFound } from "../http/client.ts";
import { expectArray } from "../http/parse.ts";
import { CLOUD_CONCURRENCY } from "../http/rate-limit.ts";
import { FOUND_ISSUE_FIELDS, IssueCache, type IssueReader, stateOf, toFoundIssue } from "../issue-cache.ts";
import { toJql } from "../jql.ts";
import type { CloudJira } from "./jira.ts";

type JiraIssue = components["schemas"]["Issue"];

const BULK_FETCH_SIZE = 100;

export function createCloudIssues(
  jira: CloudJira,
  workerId: (scope: CallScope) => Promise<string>,
  clock: Clock,
): IssueReader {
  const cache = new IssueCache(clock);
  async function bulkFetch(
    idsOrKeys: string[],
    scope: CallScope,
    fields = ["summary"],
  ): Promise<JiraIssue[]> {
    const found: JiraIssue[] = [];
    for (let start = 0; start < idsOrKeys.length; start += BULK_FETCH_SIZE) {
      const body = { issueIdsOrKeys: idsOrKeys.slice(start, start + BULK_FETCH_SIZE), fields };
      await jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/3/issue/bulkfetch", { body, signal }),
        ({ issues }) => {
          for (const issue of expectArray(issues, "its issues")) {
            cache.add(issue);
            found.push(issue);
          }
        },
      );
    }
    return found;
  }

  async function fetchByKey(key: string, scope: CallScope): Promise<void> {
    const params = { path: { issueIdOrKey: key }, query: { fields: "summary" } };
    const reading = jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/3/issue/{issueIdOrKey}", { params, signal }),
      (issue) => cache.add(issue, key),
      `Issue ${key}`,
    );
    await ifFound(reading);
  }

  return {
    async findIssues(keys, scope) {
      const wanted = cache.unknownKeys(keys);
      await bulkFetch(wanted, scope);
      const hidden = cache.unknownKeys(wanted);
      if (hidden.length > 0 && (await jira.movesToGateway(scope))) await bulkFetch(hidden, scope);
      // Bulk fetch returns a moved issue under its new key alone, if at all.
      const missing = cache.unknownKeys(wanted);
      await pLimit(CLOUD_CONCURRENCY).map(missing, (key) => fetchByKey(key, scope));
      return cache.byKeys(keys);
    },

    issuesById: (ids, scope) => cache.byIds(ids, (unknown) => bulkFetch(unknown, scope)),

    async searchIssues(query, scope) {
      const worker = await workerId(scope);
      const body = { jql: toJql(query), fields: FOUND_ISSUE_FIELDS, maxResults: query.limit };
      return jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/3/search/jql", { body, signal }),
        ({ issues, isLast, nextPageToken }) => ({
          issues: expectArray(issues, "its issues").map((issue) => toFoundIssue(issue, worker)),
          more: isLast === undefined ? typeof nextPageToken === "string" : !isLast,
        }),
      );
    },

    async describeIssues(idsOrKeys, scope) {
      const worker = await workerId(scope);
      const issues = await bulkFetch(idsOrKeys, scope, FOUND_ISSUE_FIELDS);
      return issues.map((issue) => toFoundIssue(issue, worker));
    },

    async issueStates(ids, scope) {
      const issues = await bulkFetch(ids, scope, ["summary", "status"]);
      return new Map(issues.map((issue) => [issue.id, stateOf(issue)]));
    },
  };
}

/** Jira returns no more than that at once if it is asked for fields. */
const SEARCH_PAGE = 100;

interface Search<Item> {
  jql: string;
  fields: string[];
  /** Pages are read until they have more issues than that. */
  most: number;
  parse(issue: components["schemas"]["Issue"]): Item;
}

/** The issues of a query in its order, each once: `most` and perhaps some more, if there are so many. */
export async function findIssues<Item extends { id: string }>(
  jira: CloudJira,
  { jql, fields, most, parse }: Search<Item>,
  scope: CallScope,
): Promise<Item[]> {
  let found: Item[] = [];
  let token: string | undefined;
  for (;;) {
    const page = { maxResults: SEARCH_PAGE, ...(token !== undefined && { nextPageToken: token }) };
    const body = { jql, fields, ...page };
    const { issues, next } = await jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/3/search/jql", { body, signal }),
      ({ issues, isLast, nextPageToken }) => ({
        issues: expectArray(issues, "its issues").map(parse),
        next: isLast ? undefined : (nextPageToken ?? undefined),
      }),
    );
    const known = found.length;
    found = eachOnce([...found, ...issues], ({ id }) => id);
    if (next === undefined || found.length > most || found.length === known) return found;
    token = next;
  }
}
