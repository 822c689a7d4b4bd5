import { addDays } from "../dates.ts";
import { groupBy } from "../group-by.ts";
import type { Issue } from "../port.ts";
import { type Activity, USUAL_DEFAULTS } from "./evidence.ts";
import type { Item } from "./items.ts";
import type { KnownIssue, KnownIssues } from "./known-issues.ts";

/** The days before evidence from which its issue may be inferred: five working days are in any seven. */
export const LEAD_DAYS = 7;

/** An issue on which the user did something in a repository or folder, and how that is known of itself. */
export interface Touch {
  /** Undefined for one that the user cannot see. */
  issue: Issue | undefined;
  /** The branch; undefined for the default one, and where none is known. */
  branch: string | undefined;
  at: number;
  date: string;
}

/** The touches of each place, ascending. */
export function touchesByPlace(
  activities: readonly Item<Activity>[],
  known: KnownIssues,
): Map<string, Touch[]> {
  const touches = new Map<string, Touch[]>();
  for (const item of activities) {
    const { place } = item.evidence;
    if (place === undefined || !known.has(item) || item.date === undefined) continue;
    const ofPlace = touches.get(place) ?? [];
    touches.set(place, ofPlace);
    const issue = known.get(item)?.issue;
    ofPlace.push({ issue, branch: branchOf(item), at: item.at, date: item.date });
  }
  return touches;
}

/**
 * The issues of work of which nothing else says one: the only issue that the user touched on its branch shortly before. Another branch
 * may be another issue's.
 */
export function inferIssues(
  activities: readonly Item<Activity>[],
  known: KnownIssues,
  touches: ReadonlyMap<string, readonly Touch[]>,
): Map<Item, KnownIssue> {
  const inferred = new Map<Item, KnownIssue>();
  for (const [place, items] of groupBy(activities, ({ evidence }) => evidence.place)) {
    const ofPlace = (place === undefined ? undefined : touches.get(place)) ?? [];
    // The last touch of each issue before the item, by the branch, as far as it counts; items ascend.
    const lastOn = new Map<string | undefined, Map<string, Touch>>();
    let next = 0;
    for (const item of items) {
      for (let touch = ofPlace[next]; touch && touch.at < item.at; touch = ofPlace[next]) {
        const last = lastOn.get(touch.branch) ?? new Map<string, Touch>();
        lastOn.set(touch.branch, last.set(touch.issue?.id ?? "", touch));
        next += 1;
      }
      if (known.has(item) || !item.isInRange || item.date === undefined) continue;
      const earliest = addDays(item.date, -LEAD_DAYS);
      const last = lastOn.get(branchOf(item)) ?? new Map<string, Touch>();
      for (const [id, { date }] of last) if (date < earliest) last.delete(id);
      const [touch] = last.values();
      if (touch?.issue && last.size === 1) inferred.set(item, { issue: touch.issue, basis: "inferred" });
    }
  }
  return inferred;
}

function branchOf({ evidence: { detail } }: Item<Activity>): string | undefined {
  return detail === undefined || USUAL_DEFAULTS.includes(detail) ? undefined : detail;
}
