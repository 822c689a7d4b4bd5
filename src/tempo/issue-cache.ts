import type { components } from "../generated/jira-api.ts";
import type { Clock } from "../timesheet/clock.ts";
import type { Issue } from "../timesheet/port.ts";
import { expectObject, expectString } from "./http/parse.ts";

/** Keys move between projects and summaries are edited, so what is known of an issue is asked again after a while. */
const KEEP_MS = 15 * 60_000;

/** What this process knows of issues: by id, and by every key that led to them, in any case. */
export class IssueCache {
  readonly #clock: Clock;
  readonly #byId = new Map<string, { issue: Issue; until: number }>();
  readonly #idByKey = new Map<string, string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Keeps an issue of Jira's under its own key and, where it was asked for by another (it was moved), under that one too. */
  remember(answer: components["schemas"]["Issue"], askedKey?: string): void {
    const { id, key, fields } = expectObject(answer, "an issue");
    const issue = {
      id: expectString(id, "an issue's id"),
      key: expectString(key, "an issue's key"),
      summary: fields?.summary ?? "",
    };
    this.#byId.set(id, { issue, until: this.#clock.now() + KEEP_MS });
    for (const known of [key, askedKey ?? key]) this.#idByKey.set(known.toUpperCase(), id);
  }

  byId(id: string): Issue | undefined {
    const entry = this.#byId.get(id);
    return entry && entry.until > this.#clock.now() ? entry.issue : undefined;
  }

  byKey(key: string): Issue | undefined {
    return this.byId(this.#idByKey.get(key.toUpperCase()) ?? "");
  }

  /** The known ones of these keys, each under the key as it was asked. */
  byKeys(keys: string[]): Map<string, Issue> {
    const known = new Map<string, Issue>();
    for (const key of keys) {
      const issue = this.byKey(key);
      if (issue) known.set(key, issue);
    }
    return known;
  }

  /** The keys that are not known, in upper case and each once: what is left to ask for. */
  unknownKeys(keys: string[]): string[] {
    return [...new Set(keys.filter((key) => !this.byKey(key)).map((key) => key.toUpperCase()))];
  }
}
