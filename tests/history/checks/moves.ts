import { groupBy } from "../../../src/timesheet/group-by.ts";
import { tokenOf } from "../content.ts";
import type { Call } from "../history.ts";
import type { Index, Made, Violation } from "./index-history.ts";
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
    const isThere = history.worklogs.some((it) => isOf(entry, entryOf(it.id)));
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

/** The name of a plan's entry has its date, which the move may have changed; attributes stay. */
function isOf(entry: string, found = ""): boolean {
  return found === entry || (entry.includes("@") && tokenOf(found) === tokenOf(entry));
}

/** A worklog that Tempo held. */
export interface Held {
  id: string;
  comment: string;
  date: string;
  hours: number;
}

/** The two worklogs of a move whose outcome was reported as unknown, or never. */
interface MovePair {
  move: Made<"maybe moved">;
  former: Held;
  result: Held;
}

export function heldBy(call: Call): Held[] {
  return call.held.map((shown) => {
    const [, id = "", comment = "", day = "", hours = ""] =
      /^(\d+)(?:#\S+)? (.*) (\d\d-\d\d) ([\d.]+) h$/.exec(shown) ?? [];
    return { id, comment, date: `2026-${day}`, hours: Number(hours) };
  });
}

/**
 * The moves before a call of which Tempo held both worklogs, the last one of each two. The result has the comment that the move has given it, or its id is in the
 * reply: another machine may have changed the comment since.
 */
export function pairsAmong(held: readonly Held[], before: Call, { made }: Index): MovePair[] {
  const pairs = made("maybe moved").flatMap((move) => {
    if (move.call.to > before.from) return [];
    const { description } = JSON.parse(move.call.args) as { description?: string };
    const former = held.find(({ id }) => id === move.claim.id) ?? movedBefore(move, held, made);
    const others = held.filter(({ id }) => id !== former?.id);
    const result =
      others.find(({ comment }) => comment === description) ??
      others.find(({ id }) => move.call.reply?.includes(`as worklog ${id}`));
    return former && result ? [{ move, former, result }] : [];
  });
  return [...groupBy(pairs, ({ former, result }) => [former.id, result.id].sort().join()).values()].flatMap(
    (same) => same.slice(-1),
  );
}

/** The worklog that a move means by a former id: an earlier move, which it may have waited for, has given it another one, under which Tempo held it. */
function movedBefore(
  { call, claim: { id, entry } }: Made<"maybe moved">,
  held: readonly Held[],
  made: Index["made"],
): Held | undefined {
  const isEarlier = (it: Made<"deleted" | "maybe moved">) =>
    it.claim.id === id && it.call.to < call.to && it.call.tool === call.tool;
  if (!made("deleted", "maybe moved").some(isEarlier)) return undefined;
  const { description } = JSON.parse(call.args) as { description?: string };
  const token = tokenOf(entry);
  // The entries of a draft have one token.
  const isAnother = (id: string) =>
    made("stored").some((it) => it.claim.id === id && it.claim.entry !== entry);
  return held.find(
    ({ id, comment }) =>
      comment !== description && comment.split(" ").map(tokenOf).includes(token) && !isAnother(id),
  );
}
