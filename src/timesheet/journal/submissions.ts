import { LATEST_COMMIT_MS, LONGEST_WRITE_MS, UNKNOWN_LIST_LAG_MS } from "../timeline.ts";
import type { JournalRecord } from "./records.ts";

/** A request about a timesheet. */
export interface StatusRequest {
  effect: "submitted" | "recalled";
  /** Until when, by the wall clock, it may take effect; for one that has, until when Tempo may not show it. */
  until: number;
}

export interface StatusRequests {
  /** The last one, if it is not known what became of it. */
  pending?: StatusRequest;
  /** The last one that took effect, as far as is known. */
  made?: StatusRequest;
}

/** The timesheets that this user's calls have submitted or recalled. */
export class Submissions {
  /** Keys are the first dates of periods. */
  readonly #requests = new Map<string, StatusRequests>();

  learn(record: JournalRecord): void {
    if (record.type === "submitting") {
      const effect = record.recalls ? "recalled" : "submitted";
      const pending = { effect, until: record.at + LONGEST_WRITE_MS + LATEST_COMMIT_MS } as const;
      this.#requests.set(record.period, { ...this.of(record.period), pending });
    }
    if (record.type === "submissionSettled") {
      const { pending, made } = this.of(record.period);
      const last = record.made && pending ? { ...pending, until: record.at + UNKNOWN_LIST_LAG_MS } : made;
      this.#requests.set(record.period, last ? { made: last } : {});
    }
  }

  of(period: string): StatusRequests {
    return this.#requests.get(period) ?? {};
  }
}
