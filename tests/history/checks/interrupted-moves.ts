import { groupBy } from "../../../src/timesheet/group-by.ts";
import type { Call } from "../history.ts";
import type { Index, Made } from "./index-history.ts";

/** A worklog that Tempo held. */
export interface Held {
  id: string;
  comment: string;
  date: string;
  hours: number;
}

/** The two worklogs of a move whose outcome was reported as unknown, or never. */
export interface MovePair {
  move: Made<"maybe moved">;
  former: Held;
  result: Held;
}

export function heldBy(call: Call): Held[] {
  return call.held.map((shown) => {
    const [, id = "", comment = "", day = "", hours = ""] =
      /^(\d+) (.*) (\d\d-\d\d) ([\d.]+) h$/.exec(shown) ?? [];
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
  const [token = ""] = entry.split("@");
  // The entries of a draft have one token.
  const isAnother = (id: string) =>
    made("stored").some((it) => it.claim.id === id && it.claim.entry !== entry);
  return held.find(
    ({ id, comment }) => comment !== description && comment.split(" ").includes(token) && !isAnother(id),
  );
}
