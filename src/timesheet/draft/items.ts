import { addDays, type DateRange } from "../dates.ts";
import { compareText } from "../totals.ts";
import { type Activity, type Evidence, type Meeting, SOURCE_NAMES } from "./evidence.ts";
import type { LocalDays } from "./local-days.ts";
import { titleOf } from "./titles.ts";

/** Evidence on a date of the user's zone. */
export interface Item<Kind extends Evidence = Evidence> {
  evidence: Kind;
  /** Its first moment, in whole seconds since 1970. */
  second: number;
  /** Undefined for a meeting that begins outside the dates of the draft. */
  date: string | undefined;
  title: string;
  /** The draft's name for its group; undefined for evidence before the range, from which only issues are inferred. */
  ref: string | undefined;
}

/** The evidence of a draft in one order, whatever order it came in. */
export interface Items {
  activities: Item<Activity>[];
  meetings: Item<Meeting>[];
}

/** @param days from the first date of the evidence to the last date of the range */
export function itemsOf(evidence: readonly Evidence[], range: DateRange, days: LocalDays): Items {
  const items = evidence.map((it): Item => {
    const second = Math.floor(firstOf(it) / 1000);
    return { evidence: it, second, date: days.dateOf(second), title: titleOf(it), ref: undefined };
  });
  items.sort(compareItems);
  const meetings = items.filter(isMeeting);
  const activities = withoutIdleCheckouts(items.filter(isActivity).filter(({ date }) => date !== undefined));
  const start = days.startOf(range.startDate);
  const end = days.startOf(addDays(range.endDate, 1));
  const isInRange = ({ second, evidence: it }: Item) =>
    second < end && (it.kind === "meeting" ? it.end / 1000 > start : second >= start);
  nameGroups(activities.filter(isInRange), keyOfGroup);
  // An occurrence is a group of its own.
  nameGroups(meetings.filter(isInRange), (_, index) => String(index));
  return { activities, meetings };
}

function isMeeting(item: Item): item is Item<Meeting> {
  return item.evidence.kind === "meeting";
}

function isActivity(item: Item): item is Item<Activity> {
  return item.evidence.kind !== "meeting";
}

function firstOf(evidence: Evidence): number {
  return evidence.kind === "meeting" ? evidence.start : evidence.at;
}

/** Commits say better when the work of a day was done. */
function withoutIdleCheckouts(activities: readonly Item<Activity>[]): Item<Activity>[] {
  const placeOf = ({ date, evidence }: Item<Activity>) => `${date} ${evidence.place}`;
  const committed = new Set(activities.filter(({ evidence }) => evidence.kind === "commit").map(placeOf));
  return activities.filter((item) => item.evidence.kind !== "checkout" || !committed.has(placeOf(item)));
}

/** Names groups in the order of their first items: the source's letter, and a number. */
function nameGroups<Kind extends Evidence>(
  items: readonly Item<Kind>[],
  keyOf: (item: Item<Kind>, index: number) => string,
): void {
  const refs = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const letter = item.evidence.source.charAt(0);
    const key = keyOf(item, index);
    let ref = refs.get(key);
    if (ref === undefined) {
      const count = (counts.get(letter) ?? 0) + 1;
      counts.set(letter, count);
      ref = `${letter}${count}`;
      refs.set(key, ref);
    }
    item.ref = ref;
  }
}

function keyOfGroup({ evidence, date, title }: Item<Activity>): string {
  const { source, place = "", detail = "" } = evidence;
  return JSON.stringify(source === "jira" ? [source, date, title] : [source, date, place, detail]);
}

/** Orders by the first moment, source and title; after those, by anything else that tells evidence apart. */
function compareItems(a: Item, b: Item): number {
  return (
    firstOf(a.evidence) - firstOf(b.evidence) ||
    SOURCE_NAMES.indexOf(a.evidence.source) - SOURCE_NAMES.indexOf(b.evidence.source) ||
    compareText(a.title, b.title) ||
    compareText(contentOf(a.evidence), contentOf(b.evidence))
  );
}

function contentOf(evidence: Evidence): string {
  if (evidence.kind === "meeting")
    return JSON.stringify([evidence.end, evidence.isTentative, evidence.texts]);
  const { kind, place, detail, subject, texts } = evidence;
  return JSON.stringify([place, detail, kind, subject, texts]);
}
