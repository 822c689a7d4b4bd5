import { LATEST_COMMIT_MS, LONGEST_WRITE_MS } from "../timeline.ts";
import type { JournalRecord, KnownWorklog } from "./records.ts";

interface Edit {
  /** How Tempo has confirmed it. */
  confirmed?: KnownWorklog & { at: number };
  /** Until when, by the wall clock, Tempo may still store what was sent. */
  mayBeStoredUntil: number;
}

/** What this person's calls have changed in worklogs, whoever logged them. */
export class Edits {
  readonly #byId = new Map<string, Edit>();

  learn(record: JournalRecord): void {
    switch (record.type) {
      case "editing": {
        const until = record.at + LONGEST_WRITE_MS + LATEST_COMMIT_MS;
        this.#byId.set(record.id, { ...this.#byId.get(record.id), mayBeStoredUntil: until });
        return;
      }
      case "edited": {
        const { worklog, at, mayBeStoredUntil = 0 } = record;
        this.#byId.set(worklog.id, { confirmed: { ...worklog, at }, mayBeStoredUntil });
        return;
      }
      case "notEdited": {
        const earlier = this.#byId.get(record.id)?.confirmed;
        if (earlier) this.#byId.set(record.id, { confirmed: earlier, mayBeStoredUntil: 0 });
        else this.#byId.delete(record.id);
      }
    }
  }

  /** Whether a worklog was changed, or may have been. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** As the last change that Tempo has confirmed left it. */
  of(id: string): KnownWorklog | undefined {
    return this.#byId.get(id)?.confirmed;
  }

  /** Those that Tempo has confirmed since a time of the wall clock. */
  since(wallClock: number): KnownWorklog[] {
    return [...this.#byId.values()].flatMap(({ confirmed }) =>
      confirmed && confirmed.at >= wallClock ? [confirmed] : [],
    );
  }

  mayBeStoredUntil(id: string): number {
    return this.#byId.get(id)?.mayBeStoredUntil ?? 0;
  }
}
