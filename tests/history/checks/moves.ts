import type { Index } from "./index-history.ts";
import { wasRestored } from "./restored.ts";
import type { Violation } from "./violation.ts";

/** A worklog whose move has an unknown outcome is on the one issue or the other, unless another call has deleted it. */
export function checkMoves({ history, made, entryOf }: Index): Violation[] {
  return made("maybe moved").flatMap(({ call, claim }): Violation[] => {
    const { entry, id } = claim;
    const named = made("stored").flatMap((stored) => (stored.claim.entry === entry ? stored.claim.id : []));
    const ids = [id, ...named];
    const isDeleted = made("deleted", "gone", "maybe deleted").some(
      (deletion) => deletion.call !== call && ids.includes(deletion.claim.id),
    );
    // The name of a plan's entry has its date, which the move may have changed.
    const isThere = history.worklogs.some((it) => tokenOf(entryOf(it.id) ?? "") === tokenOf(entry));
    if (isThere || isDeleted || wasRestored(history)) return [];
    const what = `${entry} was to be moved, and is neither where it was nor on its new issue`;
    return [{ harm: "lost", what, call, entries: [entry], ids }];
  });
}

function tokenOf(entry: string): string | undefined {
  return entry.split("@")[0];
}
