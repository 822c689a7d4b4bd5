export const EFFECTS = ["stored", "deleted", "changed", "submitted", "recalled"] as const;

/** The effect of a write on a worklog, or on the timesheet of a period. */
export type Effect = (typeof EFFECTS)[number];

interface Change {
  effect: Effect;
  /** The worklog's id, or its description if it may be stored and has none; the first date of a timesheet's period. */
  id: string;
  isCertain: boolean;
}

/** The changes of one effect, none of them or all of them certain. */
export type ChangesOfKind = Omit<Change, "id"> & { ids: string[] };

/** All that a call has changed in Tempo so far. A call that breaks or is cancelled has no reply that could say it. */
export class CallChanges {
  #list: Change[] = [];

  made(effect: Effect, ids: readonly string[]): void {
    for (const id of ids) this.notMade(effect, id);
    this.#list.push(...ids.map((id) => ({ effect, id, isCertain: true })));
  }

  /** Holds until `made` or `notMade` is called for the same. */
  possiblyMade(effect: Effect, ids: readonly string[]): void {
    const known = new Set(this.ids(effect, false));
    const added = ids.filter((id) => !known.has(id));
    this.#list.push(...added.map((id) => ({ effect, id, isCertain: false })));
  }

  notMade(effect: Effect, id: string): void {
    this.#list = this.#list.filter(
      (change) => change.isCertain || change.effect !== effect || change.id !== id,
    );
  }

  ids(effect: Effect, isCertain: boolean): string[] {
    return this.#list
      .filter((change) => change.effect === effect && change.isCertain === isCertain)
      .map(({ id }) => id);
  }

  /** Groups the changes in a fixed order; leaves out kinds without changes. */
  byKind(): ChangesOfKind[] {
    return EFFECTS.flatMap((effect) =>
      [true, false].map((isCertain) => ({ effect, isCertain, ids: this.ids(effect, isCertain) })),
    ).filter(({ ids }) => ids.length > 0);
  }
}
