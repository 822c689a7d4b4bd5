import pLimit from "p-limit";
import type { paths } from "../generated/jira-api.ts";
import type { Issue } from "../timesheet/timesheet.ts";
import { IssueCache } from "./issue-cache.ts";
import { list } from "./shape.ts";
import { ifFound, type Upstream } from "./upstream.ts";

/** What Jira's bulkfetch takes at once. */
const BULK_FETCH_SIZE = 100;

/** How many issues are asked for at a time where they are asked for alone. */
const CONCURRENCY = 3;

/** Looks issues up in Jira Cloud, a hundred at a time. */
export class CloudIssues {
  readonly #jira: Upstream<paths>;
  readonly #cache: IssueCache;

  constructor(jira: Upstream<paths>, now: () => number) {
    this.#jira = jira;
    this.#cache = new IssueCache(now);
  }

  /** The issues behind keys as a caller wrote them. A key that leads to no visible issue is absent. */
  async byKeys(keys: string[], signal: AbortSignal): Promise<Map<string, Issue>> {
    const wanted = this.#cache.unknownKeys(keys);
    await this.#bulkFetch(wanted, signal);
    // Bulkfetch answers a moved issue under its new key alone, if at all, so what it did not answer is asked for by key.
    const missing = this.#cache.unknownKeys(wanted);
    await pLimit(CONCURRENCY).map(missing, (key) => this.#fetchByKey(key, signal));
    return this.#cache.byKeys(keys);
  }

  /** The issues with these ids. One that the user may not see is answered with its id as key and no summary. */
  async byIds(ids: string[], signal: AbortSignal): Promise<Map<string, Issue>> {
    const wanted = [...new Set(ids)];
    await this.#bulkFetch(
      wanted.filter((id) => !this.#cache.byId(id)),
      signal,
    );
    return new Map(wanted.map((id) => [id, this.#cache.byId(id) ?? { id, key: id, summary: "" }]));
  }

  async #bulkFetch(idsOrKeys: string[], signal: AbortSignal): Promise<void> {
    for (let start = 0; start < idsOrKeys.length; start += BULK_FETCH_SIZE) {
      const body = { issueIdsOrKeys: idsOrKeys.slice(start, start + BULK_FETCH_SIZE), fields: ["summary"] };
      const call = this.#jira.client.POST("/rest/api/3/issue/bulkfetch", { body, signal });
      await this.#jira.answer("read", call, ({ issues }) => {
        for (const issue of list(issues, "its issues")) this.#cache.remember(issue);
      });
    }
  }

  async #fetchByKey(askedKey: string, signal: AbortSignal): Promise<void> {
    const params = { path: { issueIdOrKey: askedKey }, query: { fields: "summary" } };
    const call = this.#jira.client.GET("/rest/api/3/issue/{issueIdOrKey}", { params, signal });
    await ifFound(this.#jira.answer("read", call, (issue) => this.#cache.remember(issue, askedKey)));
  }
}
