import type { JournalEntry } from "./journal.ts";

/** An entry that was sent to replace a worklog on another issue. */
export type MoveEntry = JournalEntry & Required<Pick<JournalEntry, "moves">>;

/**
 * The worklogs that this user's calls have moved to other issues where Tempo has no operation for that: each is logged there as an entry, then
 * deleted where it was. A move is open until the one or the other is gone.
 */
export class Moves {
  readonly #entries: MoveEntry[] = [];
  readonly #isDeleted: (id: string) => boolean;

  constructor(isDeleted: (id: string) => boolean) {
    this.#isDeleted = isDeleted;
  }

  learn(entry: JournalEntry): void {
    if (isMove(entry)) this.#entries.push(entry);
  }

  /** The moves of which both worklogs may exist. */
  open(): MoveEntry[] {
    return this.#entries.filter(
      ({ state, stored, moves }) =>
        (state === "open" || state === "stored") &&
        !this.#isDeleted(moves.id) &&
        !(stored && this.#isDeleted(stored.id)),
    );
  }

  /** The last entry that a worklog has become by moves; undefined if it was not moved. */
  resultOf(id: string): MoveEntry | undefined {
    if (!this.#isDeleted(id)) return undefined;
    const next = this.#entries.findLast(({ moves, state }) => moves.id === id && state === "stored");
    return next?.stored && (this.resultOf(next.stored.id) ?? next);
  }
}

/** Whether an entry was sent to move a worklog. */
export function isMove(entry: JournalEntry): entry is MoveEntry {
  return entry.moves !== undefined;
}
