import type { ExistingWorklog } from "../port.ts";
import { LATEST_COMMIT_MS, LIST_LAG_MS, LONGEST_WRITE_MS } from "../timeline.ts";
import type { JournalRecord, KnownWorklog } from "./records.ts";

interface Edit {
  /** The worklog as Tempo has confirmed it. */
  confirmed?: KnownWorklog & { at: number };
  /** Its state before the last changes: a list that lags may still show it so. `at` is when it was changed. */
  earlier: readonly (KnownWorklog & { at: number })[];
  /** Until when, by the wall clock, Tempo may still store what was sent. */
  mayBeStoredUntil: number;
}

/** The place of a worklog. */
export type Place = Pick<ExistingWorklog, "issueId" | "date">;

export function isSamePlace(one: Place, other: Place): boolean {
  return one.issueId === other.issueId && one.date === other.date;
}

/** The changes that the user's calls have made in worklogs, whoever logged them. */
export class Edits {
  readonly #byId = new Map<string, Edit>();
  /** The places of each worklog right before its changes, whatever became of those. */
  readonly #places = new Map<string, (Place & { at: number })[]>();

  learn(record: JournalRecord): void {
    switch (record.type) {
      case "editing": {
        const until = record.at + LONGEST_WRITE_MS + LATEST_COMMIT_MS;
        const { id, at, issueId, date } = record;
        const { earlier = [], ...known } = this.#byId.get(id) ?? {};
        this.#byId.set(id, { ...known, earlier, mayBeStoredUntil: until });
        if (issueId !== undefined && date !== undefined)
          this.#places.set(id, [...(this.#places.get(id) ?? []), { issueId, date, at }]);
        return;
      }
      case "edited": {
        const { worklog, before, at, mayBeStoredUntil = 0 } = record;
        const known = this.#byId.get(worklog.id);
        const last = known?.confirmed;
        // The disk may have refused a record, which is written after those of later changes then.
        const isLatest = last === undefined || last.at <= at;
        const replaced = [
          before && { ...before, at },
          isLatest ? last && { ...last, at } : { ...worklog, at: last.at },
        ];
        const earlier = [
          ...(known?.earlier ?? []).filter((it) => it.at >= at - LIST_LAG_MS),
          ...replaced.filter((it) => it !== undefined),
        ];
        this.#byId.set(
          worklog.id,
          isLatest
            ? { confirmed: { ...worklog, at }, earlier, mayBeStoredUntil }
            : { confirmed: last, earlier, mayBeStoredUntil: known?.mayBeStoredUntil ?? 0 },
        );
        return;
      }
      case "notEdited": {
        const known = this.#byId.get(record.id);
        if (known?.confirmed) this.#byId.set(record.id, { ...known, mayBeStoredUntil: 0 });
        else this.#byId.delete(record.id);
      }
    }
  }

  /** Whether a worklog was changed, or may have been. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** The place of a worklog before the first own change of it since a time of the wall clock; undefined if there was none. */
  placeSince(id: string, wallClock: number): Place | undefined {
    return this.#places.get(id)?.find(({ at }) => at >= wallClock);
  }

  /** The ids of worklogs that were at a place before the first own change of them since a time of the wall clock. */
  changedAt(place: Place, wallClock: number): string[] {
    return [...this.#places.keys()].filter((id) => {
      const before = this.placeSince(id, wallClock);
      return before !== undefined && isSamePlace(before, place);
    });
  }

  /** The worklog after the last change that Tempo has confirmed. */
  of(id: string): KnownWorklog | undefined {
    return this.#byId.get(id)?.confirmed;
  }

  /** The changed worklogs that Tempo has confirmed since a time of the wall clock. */
  since(wallClock: number): KnownWorklog[] {
    return [...this.#byId.values()].flatMap(({ confirmed }) =>
      confirmed && confirmed.at >= wallClock ? [confirmed] : [],
    );
  }

  /**
   * The last change of a worklog that a list shows as it was before, since a time of the wall clock. Undefined for a row that looks otherwise: it
   * is as the change left it, or something else has changed it since.
   */
  unlisted(id: string, isShownAs: (known: KnownWorklog) => boolean, since: number): KnownWorklog | undefined {
    const { confirmed, earlier = [] } = this.#byId.get(id) ?? {};
    if (!confirmed || isShownAs(confirmed)) return undefined;
    return earlier.some((it) => it.at >= since && isShownAs(it)) ? confirmed : undefined;
  }

  /** Whether a row is as the worklog was before its last change, which was made until a time of the wall clock. */
  isUndone(id: string, isShownAs: (known: KnownWorklog) => boolean, until: number): boolean {
    const { confirmed, earlier = [] } = this.#byId.get(id) ?? {};
    return (
      confirmed !== undefined && confirmed.at < until && !isShownAs(confirmed) && earlier.some(isShownAs)
    );
  }

  mayBeStoredUntil(id: string): number {
    return this.#byId.get(id)?.mayBeStoredUntil ?? 0;
  }
}
