import { groupBy } from "../../../src/timesheet/group-by.ts";
import type { Call } from "../history.ts";
import { withoutPrefix } from "../tempo-changes.ts";
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

/** The moves before a call of which Tempo held both worklogs, the last one of each two. The result has the comment that the move has given it. */
export function pairsAmong(held: readonly Held[], before: Call, { made }: Index): MovePair[] {
  const pairs = made("maybe moved").flatMap((move) => {
    if (move.call.to > before.from) return [];
    const { description } = JSON.parse(move.call.args) as { description?: string };
    const [token] = move.claim.entry.split("@");
    // A worklog that was moved before is named by its former id too.
    const former =
      held.find(({ id }) => id === move.claim.id) ??
      held.find(
        ({ comment }) =>
          withoutPrefix(comment) !== description && comment.split(" ").includes(token as string),
      );
    const result = held.find(
      ({ id, comment }) => id !== former?.id && withoutPrefix(comment) === description,
    );
    return former && result ? [{ move, former, result }] : [];
  });
  return [...groupBy(pairs, ({ former, result }) => [former.id, result.id].sort().join()).values()].flatMap(
    (same) => same.slice(-1),
  );
}
