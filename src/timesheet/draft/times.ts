import { addDays } from "../dates.ts";
import { compareText } from "../totals.ts";
import type { Activity, Evidence, Meeting } from "./evidence.ts";
import type { Item } from "./items.ts";
import type { LocalDays } from "./local-days.ts";
import { joined, type Span, secondsOf, without } from "./spans.ts";

/** A longer gap between two events ends a session. */
export const LONGEST_GAP_MS = 30 * 60_000;

/** The work before the first event of a session. */
const BEFORE_FIRST = 15 * 60;

/** The time of evidence on one date. No second belongs to two of them. */
export interface Timed<Kind extends Evidence = Evidence> {
  item: Item<Kind>;
  date: string;
  /** The span that users know it by: a meeting's own on this date. */
  shown: Span;
  seconds: number;
}

/**
 * The time of the meetings of a date. Where some overlap, an accepted one goes before a tentative one, then a shorter one before a
 * longer one.
 */
export function timeMeetings(
  meetings: readonly Item<Meeting>[],
  date: string,
  days: LocalDays,
): { timed: Timed<Meeting>[]; taken: Span[] } {
  const day = dayOf(date, days);
  const onDate = meetings.flatMap((item) => {
    const from = Math.max(item.second, day.from);
    const to = Math.min(Math.floor(item.evidence.end / 1000), day.to);
    return from < to ? [{ item, shown: { from, to } }] : [];
  });
  const seconds = new Map<Item, number>();
  let taken: Span[] = [];
  for (const { item, shown } of onDate.toSorted((a, b) => comparePriority(a.item, b.item))) {
    const own = without(shown, taken);
    seconds.set(item, secondsOf(own));
    taken = joined([...taken, ...own]);
  }
  const timed = onDate.map(({ item, shown }) => ({ item, date, shown, seconds: seconds.get(item) ?? 0 }));
  return { timed, taken };
}

function comparePriority({ evidence: a }: Item<Meeting>, { evidence: b }: Item<Meeting>): number {
  return Number(a.isTentative) - Number(b.isTentative) || a.end - a.start - (b.end - b.start);
}

/**
 * The time of the events of a date: that before each of them, as far as it is work. A session never reaches into another date, so
 * that a date has the same draft in each range.
 *
 * @param activities those of the date, ascending
 * @param meetings the time of meetings, which is no work
 * @param passing events that are no work, and have no time
 */
export function timeWork(
  activities: readonly Item<Activity>[],
  date: string,
  meetings: readonly Span[],
  passing: ReadonlySet<Item>,
  days: LocalDays,
): Timed<Activity>[] {
  const day = dayOf(date, days);
  let last: Item | undefined;
  return activities.map((item) => {
    const previous = last;
    if (passing.has(item)) return { item, date, shown: { from: item.second, to: item.second }, seconds: 0 };
    const isJoined = previous !== undefined && item.at - previous.at <= LONGEST_GAP_MS;
    const from = isJoined ? previous.second : Math.max(item.second - BEFORE_FIRST, day.from);
    const work = without({ from, to: item.second }, meetings);
    const shown = { from: work[0]?.from ?? item.second, to: item.second };
    last = item;
    return { item, date, shown, seconds: secondsOf(work) };
  });
}

function dayOf(date: string, days: LocalDays): Span {
  return { from: days.startOf(date), to: days.startOf(addDays(date, 1)) };
}

/** Orders the evidence of a date by its first moment, as its names are. */
export function compareTimed(a: Timed, b: Timed): number {
  return a.item.second - b.item.second || compareText(a.item.ref ?? "", b.item.ref ?? "");
}
