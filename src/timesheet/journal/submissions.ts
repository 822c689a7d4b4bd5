import { LATEST_COMMIT_MS, LONGEST_WRITE_MS } from "../timeline.ts";
import type { JournalRecord } from "./records.ts";

/** The timesheets that this user's calls have sent for approval without learning what became of it. */
export class Submissions {
  /** The end of each by the wall clock, by the first date of its period. */
  readonly #openUntil = new Map<string, number>();

  learn(record: JournalRecord): void {
    if (record.type === "submitting")
      this.#openUntil.set(record.period, record.at + LONGEST_WRITE_MS + LATEST_COMMIT_MS);
    if (record.type === "submissionSettled") this.#openUntil.delete(record.period);
  }

  /** Until when, by the wall clock, a request may still take effect; 0 if there is none. */
  mayTakeEffectUntil(period: string): number {
    return this.#openUntil.get(period) ?? 0;
  }
}
