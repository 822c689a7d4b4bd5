import { isSamePlace, type Place } from "./edits.ts";
import { isLater, isMove, type JournalEntry, type MoveEntry } from "./entry.ts";
import { isSameMoment } from "./identity.ts";

/**
 * The worklogs that this user's calls have moved to other issues where Tempo has no operation for that: each is logged there as an entry, then
 * deleted where it was. A move is open until the one or the other is gone.
 */
export class Moves {
  readonly #open = new Set<MoveEntry>();
  /** The moves whose old worklogs are gone, by their ids. */
  readonly #made = new Map<string, MoveEntry>();

  sent(entry: JournalEntry): void {
    if (isMove(entry)) this.#open.add(entry);
  }

  /** @returns the moves that this ends, since the old worklog is gone */
  deleted(id: string): MoveEntry[] {
    const ended = [...this.#open].filter(({ moves, stored }) => moves.id === id || stored?.id === id);
    for (const move of ended) this.#open.delete(move);
    const made = ended.filter(({ moves, state }) => moves.id === id && state === "stored");
    for (const move of made) this.#made.set(id, move);
    return made;
  }

  /** The moves of which both worklogs may exist. */
  open(): MoveEntry[] {
    return [...this.#open].filter(({ state }) => state === "open" || state === "stored");
  }

  /** The former ids of worklogs that were moved away from a place since a time of the wall clock. */
  madeFrom(place: Place, wallClock: number): string[] {
    return [...this.#made].flatMap(([id, { moves, sentAt }]) =>
      sentAt >= wallClock && isSamePlace(moves, place) ? [id] : [],
    );
  }

  /**
   * The id that a worklog has got by moves. Once Tempo was restored from a backup, a later move may have got the id of an earlier worklog.
   *
   * @param shown the worklog that Tempo shows under the id, if it shows one: the id may have been given again
   */
  idNow(id: string, shown?: { createdAt?: number }): string {
    let move = this.#made.get(id);
    if (!move || (shown && isSameMoment(move.moves.createdAt, shown.createdAt) === false)) return id;
    for (;;) {
      const now = move.stored?.id ?? id;
      const next = this.#made.get(now);
      if (!next || !isLater(next, move)) return now;
      move = next;
    }
  }

  /** The ids that a worklog may have by now: its own or that of the last move, and that of a move that is not finished. */
  idsNow(id: string): string[] {
    const now = this.idNow(id);
    return [
      now,
      ...this.open().flatMap(({ moves, stored }) => (moves.id === now && stored ? stored.id : [])),
    ];
  }
}
