import { LATEST_COMMIT_MS, LONGEST_WRITE_MS } from "../timeline.ts";
import type { JournalRecord } from "./records.ts";

/** A delete that was sent and whose outcome is unknown: until it is settled, its worklog proves nothing. */
export interface OpenDelete {
  id: string;
  /** The worklog's date; undefined if it is unknown. */
  date: string | undefined;
  /** The time of the wall clock until which Tempo may still carry it out. */
  mayTakeEffectUntil: number;
}

/** The worklogs that this user's calls have deleted, or may have. */
export class Deletions {
  /** When it was recorded of each, by the wall clock. */
  readonly #deleted = new Map<string, number>();
  readonly #open = new Map<string, OpenDelete>();
  /** When the last delete of each worklog was sent, by the wall clock. */
  readonly #sentAt = new Map<string, number>();

  learn(record: JournalRecord): void {
    switch (record.type) {
      case "deleting": {
        const { id, date, at } = record;
        this.#sentAt.set(id, at);
        this.#open.set(id, { id, date, mayTakeEffectUntil: at + LONGEST_WRITE_MS + LATEST_COMMIT_MS });
        return;
      }
      case "notDeleted":
        this.#open.delete(record.id);
        return;
      case "deleted":
        for (const id of record.ids) {
          this.#open.delete(id);
          this.#deleted.set(id, record.at);
        }
    }
  }

  /** Another worklog has the id now: Tempo gives ids again once it is restored from a backup. */
  forget(id: string): void {
    this.#deleted.delete(id);
  }

  has(id: string): boolean {
    return this.#deleted.has(id);
  }

  /** Whether a worklog was recorded as deleted since a time of the wall clock. */
  hasSince(id: string, wallClock: number): boolean {
    return (this.#deleted.get(id) ?? Number.NEGATIVE_INFINITY) >= wallClock;
  }

  /** Whether a delete of a worklog was sent since a time of the wall clock, whatever became of it. */
  wasSentSince(id: string, wallClock: number): boolean {
    return (this.#sentAt.get(id) ?? Number.NEGATIVE_INFINITY) >= wallClock;
  }

  open(): OpenDelete[] {
    return [...this.#open.values()];
  }
}
