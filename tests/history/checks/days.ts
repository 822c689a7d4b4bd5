import { groupBy } from "../../../src/timesheet/group-by.ts";
import { toHours, toSeconds } from "../../../src/timesheet/hours.ts";
import { REQUIRED_HOURS } from "../dates.ts";
import type { Call } from "../history.ts";
import { type Index, LATEST_MS, type Made } from "./index-history.ts";
import type { Violation } from "./violation.ts";
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
