import { groupBy } from "../../../src/timesheet/group-by.ts";
import { toHours, toSeconds } from "../../../src/timesheet/hours.ts";
import { REQUIRED_HOURS } from "../content.ts";
import type { Call, History } from "../history.ts";
import {
  type Index,
  LATEST_MS,
  LIST_LAG_MS,
  type Made,
  type Violation,
  wasStateLost,
} from "./index-history.ts";
import { type Held, heldBy, pairsAmong } from "./moves.ts";
import { isOwn } from "./worklogs.ts";

type Known = { date: string; hours: number } | "gone" | "unclear";

/** A plan logs no more than its dates lacked, by all that was known and settled before it began. */
export function checkPlans(index: Index): Violation[] {
  const { history, made } = index;
  if (!history.keepsHours) return [];
  const filled = made("stored").filter(({ call }) => call.tool === "fill_days");
  return [...groupBy(filled, ({ call, claim }) => `${call.from} ${dateOf(claim.entry)}`).values()].flatMap(
    (ofDate): Violation[] => {
      const [{ call, claim } = ofDate[0] as Made<"stored">] = ofDate;
      const date = dateOf(claim.entry);
      const own = ofDate.map((it) => it.claim.id);
      const others = [...knownBefore(call, index)].filter(
        ([id, known]) => !own.includes(id) && typeof known === "object" && known.date === date,
      );
      const seconds = [
        ...ofDate.map((it) => it.claim.hours ?? 0),
        ...others.map(([, known]) => (known as { hours: number }).hours),
      ].reduce((sum, hours) => sum + toSeconds(hours), 0);
      const hours = toHours(seconds);
      if (hours <= REQUIRED_HOURS + 0.02) return [];
      const what = `${date} has ${hours} h of ${REQUIRED_HOURS} by the plan that stored ${own.join(", ")}`;
      return [
        { harm: "false", what, call, entries: [claim.entry], ids: [...own, ...others.map(([id]) => id)] },
      ];
    },
  );
}

function dateOf(plannedEntry: string): string {
  return plannedEntry.split("@")[1] ?? "";
}

/** Each worklog as it certainly was from before a call until its end; lists may lag. */
function knownBefore(call: Call, { history, made }: Index): Map<string, Known> {
  const known = new Map<string, Known>();
  /** The entries of worklogs. A call that names a former id changes the last worklog of its entry, and those between are gone. */
  const entries = new Map<string, string>();
  const forget = (entry: string | undefined) => {
    for (const [id, of] of entries) if (of === entry) known.set(id, "unclear");
  };
  /** The time until which a change that met a fault may still be stored, over what others did after it. */
  const lateUntil = new Map<string, number>();
  const events = made(
    "stored",
    "changed",
    "not changed",
    "maybe changed",
    "deleted",
    "maybe deleted",
    "gone",
  ).sort((a, b) => a.call.to - b.call.to);
  for (const { call: other, claim } of events) {
    if (other === call || other.from > call.to) continue;
    if (claim.says === "stored") {
      if (other.tool === "update_worklog") forget(claim.entry);
      entries.set(claim.id, claim.entry);
    }
    if (claim.says === "maybe changed") forget(entries.get(claim.id));
    if (claim.says.startsWith("maybe") || (claim.says === "changed" && other.faults.length > 0))
      lateUntil.set(claim.id, Math.max(lateUntil.get(claim.id) ?? 0, other.to + LATEST_MS));
    if (other.to >= call.from - history.lag || claim.says.startsWith("maybe")) known.set(claim.id, "unclear");
    else if (claim.says === "changed") {
      const { id, date, hours } = claim;
      const mayBeReplaced = !isOwn(other) && other.from < (lateUntil.get(id) ?? 0);
      known.set(id, mayBeReplaced ? "unclear" : { date, hours });
    } else if (claim.says === "deleted" || claim.says === "gone") known.set(claim.id, "gone");
    else if (claim.says === "stored" && !known.has(claim.id)) {
      const found = history.dateOf(claim.entry);
      if (found !== undefined && claim.hours !== undefined)
        known.set(claim.id, { date: found, hours: claim.hours });
    }
  }
  return known;
}

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
  if (wasStateLost(history) || wasDatabaseSetBack(history)) return [];
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

/** Whether what was stored before looks new by the database's clock, so that a list may seem not to have it yet. */
function wasDatabaseSetBack({ calls }: History): boolean {
  return calls.some(({ tool, args }) => tool === "clock of the database set" && args.startsWith("by -"));
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
