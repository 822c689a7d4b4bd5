import pLimit from "p-limit";
import type { components, paths } from "../generated/jira-api.ts";
import { NotFound } from "../timesheet/errors.ts";
import type { Issue } from "../timesheet/timesheet.ts";
import type { Upstream } from "./upstream.ts";

type JiraIssue = components["schemas"]["Issue"];

/** What Jira's bulkfetch takes at once. */
const BULK_FETCH_SIZE = 100;

/** How many issues are asked for at a time where they are asked for alone. */
const CONCURRENCY = 3;

/** Keys move between projects and summaries are edited, so what is known of an issue is asked again after a while. */
const KEEP_MS = 15 * 60_000;

/** Looks issues up in Jira, a hundred at a time, and remembers them for a while. */
export class JiraIssues {
  readonly #jira: Upstream<paths>;
  readonly #now: () => number;
  readonly #byId = new Map<string, { issue: Issue; until: number }>();
  /** Upper-case keys, as asked and as answered, to ids. */
  readonly #idByKey = new Map<string, string>();

  constructor(jira: Upstream<paths>, now: () => number) {
    this.#jira = jira;
    this.#now = now;
  }

  /** The issues behind keys as a caller wrote them. A key that leads to no visible issue is absent. */
  async byKeys(keys: string[], signal: AbortSignal): Promise<Map<string, Issue>> {
    const unknown = keys.filter((key) => !this.#knownByKey(key));
    const wanted = unique(unknown.map((key) => key.toUpperCase()));
    for (const batch of batchesOf(wanted)) await this.#bulkFetch(batch, signal);
    // Bulkfetch answers a moved issue under its new key alone, if at all, so what it did not answer is asked for by key.
    const missing = wanted.filter((key) => !this.#knownByKey(key));
    await pLimit(CONCURRENCY).map(missing, (key) => this.#fetchByKey(key, signal));
    return new Map(
      keys.flatMap((key) => {
        const issue = this.#knownByKey(key);
        return issue ? [[key, issue] as const] : [];
      }),
    );
  }

  /** The issues with these ids. One that the user may not see is answered with its id as key and no summary. */
  async byIds(ids: string[], signal: AbortSignal): Promise<Map<string, Issue>> {
    const wanted = unique(ids);
    for (const batch of batchesOf(wanted.filter((id) => !this.#known(id))))
      await this.#bulkFetch(batch, signal);
    return new Map(wanted.map((id) => [id, this.#known(id) ?? { id, key: id, summary: "" }]));
  }

  async #bulkFetch(issueIdsOrKeys: string[], signal: AbortSignal): Promise<void> {
    const { issues = [] } = await this.#jira.answer(
      "read",
      this.#jira.client.POST("/rest/api/3/issue/bulkfetch", {
        body: { issueIdsOrKeys, fields: ["summary"] },
        signal,
      }),
    );
    for (const issue of issues) this.#remember(issue);
  }

  async #fetchByKey(askedKey: string, signal: AbortSignal): Promise<void> {
    const params = { path: { issueIdOrKey: askedKey }, query: { fields: "summary" } };
    const call = this.#jira.client.GET("/rest/api/3/issue/{issueIdOrKey}", { params, signal });
    try {
      const issue = this.#remember(await this.#jira.answer("read", call));
      this.#idByKey.set(askedKey, issue.id);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
  }

  #remember({ id, key, fields }: JiraIssue): Issue {
    const issue = { id, key, summary: fields.summary ?? "" };
    this.#byId.set(id, { issue, until: this.#now() + KEEP_MS });
    this.#idByKey.set(key.toUpperCase(), id);
    return issue;
  }

  #known(id: string): Issue | undefined {
    const entry = this.#byId.get(id);
    return entry && entry.until > this.#now() ? entry.issue : undefined;
  }

  #knownByKey(key: string): Issue | undefined {
    return this.#known(this.#idByKey.get(key.toUpperCase()) ?? "");
  }
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}

function batchesOf(texts: string[]): string[][] {
  const batches: string[][] = [];
  for (let start = 0; start < texts.length; start += BULK_FETCH_SIZE) {
    batches.push(texts.slice(start, start + BULK_FETCH_SIZE));
  }
  return batches;
}
