import pLimit from "p-limit";
import type { components } from "../../generated/jira-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { CallScope, FoundIssue, Issue, IssueQuery } from "../../timesheet/port.ts";
import { ifFound } from "../http/client.ts";
import { expectArray } from "../http/parse.ts";
import { CLOUD_CONCURRENCY } from "../http/rate-limit.ts";
import { FOUND_ISSUE_FIELDS, IssueCache, stateOf, toFoundIssue } from "../issue-cache.ts";
import { toJql } from "../jql.ts";
import type { CloudJira } from "./jira.ts";

type JiraIssue = components["schemas"]["Issue"];

const BULK_FETCH_SIZE = 100;

export class CloudIssues {
  readonly #jira: CloudJira;
  readonly #cache: IssueCache;

  constructor(jira: CloudJira, clock: Clock) {
    this.#jira = jira;
    this.#cache = new IssueCache(clock);
  }

  /** A key that leads to no visible issue is absent. */
  async byKeys(keys: string[], scope: CallScope): Promise<Map<string, Issue>> {
    const wanted = this.#cache.unknownKeys(keys);
    await this.#bulkFetch(wanted, scope);
    const hidden = this.#cache.unknownKeys(wanted);
    if (hidden.length > 0 && (await this.#jira.movesToGateway(scope))) await this.#bulkFetch(hidden, scope);
    // Bulk fetch returns a moved issue under its new key alone, if at all.
    const missing = this.#cache.unknownKeys(wanted);
    await pLimit(CLOUD_CONCURRENCY).map(missing, (key) => this.#fetchByKey(key, scope));
    return this.#cache.byKeys(keys);
  }

  /** An issue that the user may not see has its id as key and no summary. */
  async byIds(ids: string[], scope: CallScope): Promise<Map<string, Issue>> {
    const wanted = [...new Set(ids)];
    await this.#bulkFetch(
      wanted.filter((id) => !this.#cache.byId(id)),
      scope,
    );
    return new Map(wanted.map((id) => [id, this.#cache.byId(id) ?? { id, key: id, summary: "" }]));
  }

  async search(
    query: IssueQuery,
    worker: string,
    scope: CallScope,
  ): Promise<{ issues: FoundIssue[]; more: boolean }> {
    const body = { jql: toJql(query), fields: FOUND_ISSUE_FIELDS, maxResults: query.limit };
    return this.#jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/3/search/jql", { body, signal }),
      ({ issues, isLast, nextPageToken }) => ({
        issues: expectArray(issues, "its issues").map((issue) => toFoundIssue(issue, worker)),
        more: isLast === undefined ? typeof nextPageToken === "string" : !isLast,
      }),
    );
  }

  async describe(idsOrKeys: string[], worker: string, scope: CallScope): Promise<FoundIssue[]> {
    const issues = await this.#bulkFetch(idsOrKeys, scope, FOUND_ISSUE_FIELDS);
    return issues.map((issue) => toFoundIssue(issue, worker));
  }

  async states(ids: string[], scope: CallScope): Promise<Map<string, "open" | "closed">> {
    const issues = await this.#bulkFetch(ids, scope, ["summary", "status"]);
    return new Map(issues.map((issue) => [issue.id, stateOf(issue)]));
  }

  async #bulkFetch(idsOrKeys: string[], scope: CallScope, fields = ["summary"]): Promise<JiraIssue[]> {
    const found: JiraIssue[] = [];
    for (let start = 0; start < idsOrKeys.length; start += BULK_FETCH_SIZE) {
      const body = { issueIdsOrKeys: idsOrKeys.slice(start, start + BULK_FETCH_SIZE), fields };
      await this.#jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/3/issue/bulkfetch", { body, signal }),
        ({ issues }) => {
          for (const issue of expectArray(issues, "its issues")) {
            this.#cache.add(issue);
            found.push(issue);
          }
        },
      );
    }
    return found;
  }

  async #fetchByKey(key: string, scope: CallScope): Promise<void> {
    const params = { path: { issueIdOrKey: key }, query: { fields: "summary" } };
    const reading = this.#jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/3/issue/{issueIdOrKey}", { params, signal }),
      (issue) => this.#cache.add(issue, key),
      `Issue ${key}`,
    );
    await ifFound(reading);
  }
}
