import { addDays } from "../dates.ts";
import { groupBy } from "../group-by.ts";
import type { Issue } from "../port.ts";
import type { Activity } from "./evidence.ts";
import type { Item } from "./items.ts";
import type { KnownIssue } from "./known-issues.ts";

/** The days before evidence from which its issue may be inferred: five working days are in any seven. */
export const LEAD_DAYS = 7;

/** An issue on which the user did something in a repository or folder, and how that is known of itself. */
export interface Touch {
  issue: Issue;
  at: number;
  date: string;
}

/** The touches of each place, ascending. */
export function touchesByPlace(
  activities: readonly Item<Activity>[],
  known: ReadonlyMap<Item, KnownIssue>,
): Map<string, Touch[]> {
  const touches = new Map<string, Touch[]>();
  for (const [place, items] of groupBy(activities, ({ evidence }) => evidence.place)) {
    if (place === undefined) continue;
    const ofPlace = items.flatMap((item): Touch[] => {
      const issue = known.get(item)?.issue;
      return issue && item.date !== undefined ? [{ issue, at: item.evidence.at, date: item.date }] : [];
    });
    touches.set(place, ofPlace);
  }
  return touches;
}

/** The issues of work of which nothing else says one: the only issue of its place that the user touched shortly before. */
export function inferIssues(
  activities: readonly Item<Activity>[],
  known: ReadonlyMap<Item, KnownIssue>,
): Map<Item, KnownIssue> {
  const touches = touchesByPlace(activities, known);
  const inferred = new Map<Item, KnownIssue>();
  for (const [place, items] of groupBy(activities, ({ evidence }) => evidence.place)) {
    const ofPlace = (place === undefined ? undefined : touches.get(place)) ?? [];
    // The last touch of each issue before the item, as far as it counts; items ascend.
    const last = new Map<string, Touch>();
    let next = 0;
    for (const item of items) {
      for (let touch = ofPlace[next]; touch && touch.at < item.evidence.at; touch = ofPlace[next]) {
        last.set(touch.issue.id, touch);
        next += 1;
      }
      if (known.has(item) || item.ref === undefined || item.date === undefined) continue;
      const earliest = addDays(item.date, -LEAD_DAYS);
      for (const [id, { date }] of last) if (date < earliest) last.delete(id);
      const [touch] = last.values();
      if (touch && last.size === 1) inferred.set(item, { issue: touch.issue, basis: "inferred" });
    }
  }
  return inferred;
}
