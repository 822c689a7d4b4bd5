import type { components } from "../generated/jira-api.ts";
import type { Clock } from "../timesheet/clock.ts";
import { NotFoundError } from "../timesheet/errors.ts";
import type { FoundIssue, Issue, Timesheet } from "../timesheet/port.ts";
import { expectObject, expectString, optionalString } from "./http/parse.ts";

/** The part of a timesheet that reads issues. */
export type IssueReader = Pick<
  Timesheet,
  "findIssues" | "issuesById" | "issueStates" | "searchIssues" | "describeIssues"
>;

/** Issues move between projects and their summaries are edited. */
const CACHE_TTL_MS = 15 * 60_000;

/** Finds an issue by its id, and by every key that led to it, in upper or lower case. */
export class IssueCache {
  readonly #clock: Clock;
  readonly #byId = new Map<string, { issue: Issue; expiresAt: number }>();
  readonly #idByKey = new Map<string, string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `requestedKey` differs from the issue's own key if the issue was moved. */
  add(jiraIssue: components["schemas"]["Issue"], requestedKey?: string): void {
    const { id, key, fields } = expectObject(jiraIssue, "an issue");
    const issue = {
      id: expectString(id, "an issue's id"),
      key: expectString(key, "an issue's key"),
      summary: optionalString(fields?.summary, "an issue's summary"),
    };
    this.#byId.set(id, { issue, expiresAt: this.#clock.now() + CACHE_TTL_MS });
    for (const known of [key, requestedKey ?? key]) this.#idByKey.set(known.toUpperCase(), id);
  }

  byId(id: string): Issue | undefined {
    const entry = this.#byId.get(id);
    return entry && entry.expiresAt > this.#clock.now() ? entry.issue : undefined;
  }

  /** The issue of an empty id is one without a key. @param read reads those of the ids that are not known */
  async byIds(ids: string[], read: (unknown: string[]) => Promise<unknown>): Promise<Map<string, Issue>> {
    const wanted = [...new Set(ids)];
    await read(wanted.filter((id) => id !== "" && !this.byId(id)));
    return new Map(wanted.map((id) => [id, this.byId(id) ?? { id, key: id, summary: "" }]));
  }

  byKey(key: string): Issue | undefined {
    return this.byId(this.#idByKey.get(key.toUpperCase()) ?? "");
  }

  byKeys(keys: string[]): Map<string, Issue> {
    const known = new Map<string, Issue>();
    for (const key of keys) {
      const issue = this.byKey(key);
      if (issue) known.set(key, issue);
    }
    return known;
  }

  unknownKeys(keys: string[]): string[] {
    return [...new Set(keys.filter((key) => !this.byKey(key)).map((key) => key.toUpperCase()))];
  }
}

/** @param worker account id on Cloud, user key on Data Center */
export function toFoundIssue(
  { id, key, fields }: components["schemas"]["Issue"],
  worker: string,
): FoundIssue {
  const { assignee, status, summary } = fields ?? {};
  return {
    id: expectString(id, "an issue's id"),
    key: expectString(key, "an issue's key"),
    summary: optionalString(summary, "an issue's summary"),
    status: optionalString(status?.name, "an issue's status"),
    isAssigned: worker !== "" && (assignee?.accountId ?? assignee?.key) === worker,
  };
}

/** The fields of Jira that `toFoundIssue` reads. */
export const FOUND_ISSUE_FIELDS = ["summary", "status", "assignee"];

/** Reads Jira's own category, since each site has its own names of statuses. */
export function stateOf({ fields }: components["schemas"]["Issue"]): "open" | "closed" {
  return fields?.status?.statusCategory?.key === "done" ? "closed" : "open";
}

/** @throws NotFoundError if the issue was not found */
export function filterIssueId(issueKey: string, found: Map<string, Issue>): number {
  const issue = found.get(issueKey);
  if (issue) return Number(issue.id);
  throw new NotFoundError(
    `Issue ${issueKey} does not exist in Jira, or you have no access to it. Check the key, or omit issueKey to read all worklogs.`,
  );
}
