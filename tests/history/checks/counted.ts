import type { Call, History } from "../history.ts";
import { type Index, LATEST_MS, LIST_LAG_MS, type Made, wasStateLost } from "./index-history.ts";
import { type Held, heldBy, pairsAmong } from "./interrupted-moves.ts";
import type { Violation } from "./violation.ts";
import { isOwn } from "./worklogs.ts";

/** Hours are rounded, and gaps of less than a minute are left. */
const TOLERANCE = 0.03;

/** Until then, lists may lack what was stored here, and what has no outcome may be stored. */
const SETTLING_MS = LIST_LAG_MS + LATEST_MS;

/**
 * A plan counts hours of one state that Tempo may end in: all that it holds, but of a move that was interrupted only one of its two worklogs.
 * Plans beside other calls, or soon after what has no outcome, are not judged, unless that is a move.
 */
export function checkCounted(index: Index): Violation[] {
  const { history, made } = index;
  if (wasStateLost(history)) return [];
  return made("counted").flatMap(({ call, claim }): Violation[] => {
    // Another machine knows nothing that its list does not show.
    if (!isOwn(call)) return [];
    if (history.calls.some((other) => other !== call && mayMatter(other, call, history))) return [];
    const { legal, ids } = totalsOn(claim.date, call, index);
    const isLegal = legal.some((hours) =>
      claim.isLeast ? hours > claim.hours - TOLERANCE : Math.abs(hours - claim.hours) <= TOLERANCE,
    );
    if (isLegal) return [];
    const what = `${claim.date} was planned with ${claim.hours} h logged, and has ${legal.join(" or ")} h`;
    return [{ harm: "false", what, call, entries: [], ids }];
  });
}

/** Whether another call may have an effect that a plan cannot know. */
function mayMatter(other: Call, plan: Call, { lag, isDataCenter }: History): boolean {
  if (other.from >= plan.to || other.by === "fault") return false;
  // A worklog that is on the issue already is changed.
  const isChange = isDataCenter || other.faults.some((fault) => fault.includes(": PUT "));
  const isMove = !isChange && other.claims.some(({ says }) => says === "maybe moved");
  const isOpen =
    !isMove && (other.reply === undefined || other.claims.some(({ says }) => says.startsWith("maybe")));
  return other.to > plan.from - (isOpen || !isOwn(other) ? SETTLING_MS + lag : 0);
}

/**
 * The sums that a date may have, and the ids of the worklogs that may make the difference: those of moves that are not finished, and those
 * on the date that no reply before the plan has reported as stored.
 */
function totalsOn(date: string, plan: Call, index: Index): { legal: number[]; ids: string[] } {
  const held = heldBy(plan);
  const pairs = pairsAmong(held, plan, index);
  const paired = new Set(pairs.flatMap(({ former, result }) => [former, result]));
  const hoursOf = (worklogs: readonly Held[]) =>
    worklogs.reduce((sum, it) => sum + (it.date === date ? it.hours : 0), 0);
  const alone = hoursOf(held.filter((it) => !paired.has(it)));
  const legal = pairs.reduce(
    (sums, { move, former, result }) => {
      const both = isProved(move, plan, index) ? [] : [[former, result]];
      const choices = [[former], [result], ...both].map(hoursOf);
      return sums.flatMap((sum) => choices.map((choice) => sum + choice));
    },
    [alone],
  );
  const reported = new Set(
    index.made("stored").flatMap(({ call, claim }) => (call.to <= plan.from ? [claim.id] : [])),
  );
  const ids = held
    .filter((it) => paired.has(it) || (it.date === date && !reported.has(it.id)))
    .map(({ id }) => id);
  return { legal: [...new Set(legal)], ids };
}

/** Whether the result of a move can be proved: nothing has changed either worklog, nor a clock, nor does Tempo store what it likes. */
function isProved({ call, claim }: Made<"maybe moved">, plan: Call, { history, made }: Index): boolean {
  const others = history.calls.filter((it) => it.from >= call.from && it !== call && it.to <= plan.from);
  return (
    history.keepsContent &&
    !history.calls.some(({ tool }) => tool === "clock set") &&
    !others.some((it) => it.claims.some((made) => "id" in made && made.says.endsWith("changed"))) &&
    made("maybe moved").filter((it) => it.claim.entry === claim.entry).length === 1
  );
}
