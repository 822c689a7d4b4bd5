import type { Index } from "./index-history.ts";
import { heldBy, pairsAmong } from "./interrupted-moves.ts";
import type { Violation } from "./violation.ts";
import { isLate } from "./worklogs.ts";

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
    if (isThere || isDeleted) return [];
    const what = `${entry} was to be moved, and is neither where it was nor on its new issue`;
    return [{ harm: "lost", what, call, entries: [entry], ids }];
  });
}

/** If a user deletes one of the two worklogs of a move that was interrupted, the other one stays. */
export function checkKeptByDelete(index: Index): Violation[] {
  const { calls } = index.history;
  return calls.flatMap((call, number): Violation[] => {
    const deleted = call.claims.flatMap((claim) => (claim.says === "deleted" ? claim.id : []));
    const before = calls[number - 1];
    const isAlone = calls.every((other) => other === call || other.to <= call.from || other.from >= call.to);
    if (!before || !isAlone || !/^(delete|undo)/.test(call.tool)) return [];
    const held = new Set(heldBy(call).map(({ id }) => id));
    return pairsAmong(heldBy(before), call, index).flatMap(({ move, former, result }): Violation[] => {
      const ids = [former.id, result.id];
      const isOneDeleted = ids.filter((id) => deleted.includes(id)).length === 1;
      // A request of the move may take effect late.
      const isMoveLate = move.call.faults.some(isLate);
      if (!isOneDeleted || isMoveLate || ids.some((id) => held.has(id))) return [];
      const what = `${ids.join(" and ")} are of one move that was interrupted, and a call that deleted one of them has deleted both`;
      return [{ harm: "lost", what, call, entries: [move.claim.entry], ids }];
    });
  });
}

function tokenOf(entry: string): string | undefined {
  return entry.split("@")[0];
}
