import { LATEST_COMMIT_MS, LONGEST_WRITE_MS, STATUS_LAG_MS } from "../timeline.ts";
import type { JournalRecord } from "./records.ts";

/** A request about a timesheet. */
export interface StatusRequest {
  effect: "submitted" | "recalled";
  /** Until when, by the wall clock, it may take effect; once that is settled, until when Tempo may show what was before it. */
  until: number;
}

export interface StatusRequests {
  /** The last one, if it is not known what became of it. */
  pending?: StatusRequest | undefined;
  /** The last one that took effect. */
  made?: StatusRequest | undefined;
  /** The last one, if Tempo refused it and does not seem to have carried it out. */
  refused?: StatusRequest | undefined;
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
      const settled = pending && { ...pending, until: record.at + STATUS_LAG_MS };
      const last = record.made ? { made: settled ?? made } : { made, refused: settled };
      this.#requests.set(record.period, last);
    }
  }

  of(period: string): StatusRequests {
    return this.#requests.get(period) ?? {};
  }
}
