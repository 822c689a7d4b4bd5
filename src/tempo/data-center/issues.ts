import pLimit from "p-limit";
import type { components, paths } from "../../generated/jira-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { RejectedError } from "../../timesheet/errors.ts";
import type { CallScope, FoundIssue, Issue, IssueQuery } from "../../timesheet/port.ts";
import { hoursQuery } from "../activity/queries.ts";
import { type ApiClient, ifFound } from "../http/client.ts";
import { expectArray } from "../http/parse.ts";
import { DATA_CENTER_CONCURRENCY } from "../http/rate-limit.ts";
import { FOUND_ISSUE_FIELDS, IssueCache, stateOf, toFoundIssue } from "../issue-cache.ts";
import { jqlOfKeys, toJql } from "../jql.ts";

type JiraIssue = components["schemas"]["Issue"];

/** The most keys that one search asks for. */
const KEYS_OF_SEARCH = 100;

export class DataCenterIssues {
  readonly #jira: ApiClient<paths>;
  readonly #cache: IssueCache;

  constructor(jira: ApiClient<paths>, clock: Clock) {
    this.#jira = jira;
    this.#cache = new IssueCache(clock);
  }

  /** A key that leads to no visible issue is absent. */
  async byKeys(keys: string[], scope: CallScope): Promise<Map<string, Issue>> {
    const wanted = this.#cache.unknownKeys(keys);
    // Fewer are read at the same time.
    if (wanted.length > DATA_CENTER_CONCURRENCY) await this.#searchKeys(wanted, scope);
    // A search need not find an issue by its key from before a move, nor one that is archived or that the index lacks yet.
    await this.#read(this.#cache.unknownKeys(wanted), "summary", scope);
    return this.#cache.byKeys(keys);
  }

  /** An issue that the user may not see has its id as key and no summary. */
  async byIds(ids: string[], scope: CallScope): Promise<Map<string, Issue>> {
    const wanted = [...new Set(ids)];
    await this.#read(
      wanted.filter((id) => !this.#cache.byId(id)),
      "summary",
      scope,
    );
    return new Map(wanted.map((id) => [id, this.#cache.byId(id) ?? { id, key: id, summary: "" }]));
  }

  async states(ids: string[], scope: CallScope): Promise<Map<string, "open" | "closed">> {
    const found = await this.#read(ids, "summary,status", scope);
    return new Map(found.map((issue) => [issue.id, stateOf(issue)]));
  }

  search(
    query: IssueQuery,
    worker: string,
    scope: CallScope,
  ): Promise<{ issues: FoundIssue[]; more: boolean }> {
    const body = { jql: toJql(query), fields: FOUND_ISSUE_FIELDS, maxResults: query.limit };
    return this.#jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
      ({ issues, total = 0 }) => {
        const found = expectArray(issues, "its issues").map((issue) => toFoundIssue(issue, worker));
        return { issues: found, more: total > found.length };
      },
    );
  }

  /** The key of an issue on which the user logged hours on a date of the range, as Jira has it. */
  findLogged(range: DateRange, scope: CallScope): Promise<string | undefined> {
    const body = { jql: hoursQuery(range), fields: ["summary"], maxResults: 1 };
    return this.#jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
      ({ issues }) => expectArray(issues, "its issues")[0]?.key,
    );
  }

  async describe(idsOrKeys: string[], worker: string, scope: CallScope): Promise<FoundIssue[]> {
    const found = await this.#read(idsOrKeys, FOUND_ISSUE_FIELDS.join(","), scope);
    return found.map((issue) => toFoundIssue(issue, worker));
  }

  /** Finds as many of the issues as a site finds at once. One that refuses a search for an unknown key finds none. */
  async #searchKeys(keys: string[], scope: CallScope): Promise<void> {
    const starts = keys.flatMap((_, index) => (index % KEYS_OF_SEARCH === 0 ? [index] : []));
    await pLimit(DATA_CENTER_CONCURRENCY).map(starts, async (start) => {
      const jql = jqlOfKeys(keys.slice(start, start + KEYS_OF_SEARCH));
      const body = { jql, fields: ["summary"], maxResults: KEYS_OF_SEARCH, validateQuery: false };
      const searching = this.#jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
        ({ issues }) => {
          for (const issue of expectArray(issues, "its issues")) this.#cache.add(issue);
        },
      );
      await searching.catch(unlessRejected);
    });
  }

  /** Remembers what a response of Tempo's says of an issue. */
  learn({ id, key, summary }: Issue): void {
    this.#cache.add({ id, key, fields: { summary } });
  }

  /** Reads the issues that exist and that the worker may see. */
  async #read(idsOrKeys: string[], fields: string, scope: CallScope): Promise<JiraIssue[]> {
    const found = await pLimit(DATA_CENTER_CONCURRENCY).map(idsOrKeys, async (issueIdOrKey) => {
      const params = { path: { issueIdOrKey }, query: { fields } };
      const reading = this.#jira.read(
        scope,
        (client, signal) => client.GET("/rest/api/2/issue/{issueIdOrKey}", { params, signal }),
        (issue) => {
          this.#cache.add(issue, issueIdOrKey);
          return issue;
        },
        `Issue ${issueIdOrKey}`,
      );
      return (await ifFound(reading)) ?? [];
    });
    return found.flat();
  }
}

function unlessRejected(error: unknown): void {
  if (!(error instanceof RejectedError)) throw error;
}
