import { addDays } from "../dates.ts";
import { sum } from "../day-balance.ts";
import { groupBy } from "../group-by.ts";
import { compareText } from "../totals.ts";
import type { LocalDays } from "../zones.ts";
import type { DraftInput } from "./draft.ts";
import type { Activity, Evidence, Meeting } from "./evidence.ts";
import type { KnownIssues } from "./issues.ts";
import type { Item, Items } from "./items.ts";

/** A longer gap between two events ends a session. */
export const LONGEST_GAP_MS = 30 * 60_000;

/** The work before the first event of a session. */
const BEFORE_FIRST = 25 * 60;

/** The shortest event that may be time in which the user works, such as "Focus time", and the commits and prompts that it then has at least. */
const SHORTEST_BLOCK_MS = 2 * 3_600_000;
const LEAST_IN_BLOCK = 3;

/** A stretch of time in whole seconds since 1970. */
interface Span {
  from: number;
  /** The first second after it. */
  to: number;
}

/** The time of evidence on one date. No second belongs to two of them. */
export interface Timed<Kind extends Evidence = Evidence> {
  item: Item<Kind>;
  date: string;
  /** The span that users know it by: a meeting's own on this date. */
  shown: Span;
  seconds: number;
  /** The number of commits and prompts in an event that is no meeting because of them; undefined for all else. */
  workInside?: number | undefined;
}

/**
 * The time of all evidence of the range that is not left out, by its dates, ascending. Left out, a meeting did not take place: what was
 * done meanwhile counts. Work that is left out was done, so that its time goes to no other work.
 */
export function timeEvidence(
  { activities, meetings }: Items,
  known: KnownIssues,
  { schedule, assign, leaveOut }: Pick<DraftInput, "schedule" | "assign" | "leaveOut">,
  days: LocalDays,
): Map<string, Timed[]> {
  const isLeftOut = new Set(leaveOut);
  const isIn = ({ ref }: Item) => ref !== undefined && !isLeftOut.has(ref);
  const held = meetings.filter(isIn);
  const assigned = new Set(assign.map(({ ref }) => ref));
  const isOpen = (item: Item) => !known.has(item) && !assigned.has(item.ref ?? "");
  const workOn = groupBy(activities, ({ date }) => date);
  const meetingsOn = groupBy(meetings, ({ date }) => date);
  const timed = schedule.flatMap(({ date }): Timed[] => {
    const day = { from: days.startOf(date), to: days.startOf(addDays(date, 1)) };
    const worked = workOn.get(date) ?? [];
    const ofMeetings = timeMeetings(held, date, day, (item) =>
      isOpen(item) ? workInside(item, worked) : undefined,
    );
    const passing = editsInPassing([...worked, ...(meetingsOn.get(date) ?? [])], known);
    const work = timeWork(worked, date, day, ofMeetings.taken, passing);
    return [...ofMeetings.timed, ...work.filter(({ item }) => isIn(item))].sort(compareTimed);
  });
  return groupBy(timed, ({ date }) => date);
}

/** Orders the evidence of a date by its first moment, as its names are. */
function compareTimed(a: Timed, b: Timed): number {
  return a.item.second - b.item.second || compareText(a.item.ref ?? "", b.item.ref ?? "");
}

/**
 * The time of the meetings of a date. Where some overlap, an accepted one goes before a tentative one, then a shorter one before a
 * longer one.
 *
 * @param workIn as `workInside`, for an event without an issue
 */
function timeMeetings(
  meetings: readonly Item<Meeting>[],
  date: string,
  day: Span,
  workIn: (item: Item<Meeting>) => number | undefined,
): { timed: Timed<Meeting>[]; taken: Span[] } {
  const timed = meetings.flatMap((item): Timed<Meeting>[] => {
    const from = Math.max(item.second, day.from);
    const to = Math.min(Math.floor(item.evidence.end / 1000), day.to);
    return from < to ? [{ item, date, shown: { from, to }, seconds: 0, workInside: workIn(item) }] : [];
  });
  let taken: Span[] = [];
  for (const meeting of timed.toSorted((a, b) => comparePriority(a.item, b.item))) {
    if (meeting.workInside !== undefined) continue;
    const own = without(meeting.shown, taken);
    meeting.seconds = secondsOf(own);
    taken = joined([...taken, ...own]);
  }
  return { timed, taken };
}

/**
 * The number of the user's commits and prompts in a long event on a date; undefined unless so many say that it is no meeting.
 *
 * @param worked the activities of the date
 */
function workInside({ evidence }: Item<Meeting>, worked: readonly Item<Activity>[]): number | undefined {
  const { start, end } = evidence;
  if (end - start < SHORTEST_BLOCK_MS) return undefined;
  const isOwn = ({ kind, isByAnother, isPrompt }: Activity) => (kind === "commit" ? !isByAnother : isPrompt);
  const inside = worked.filter((item) => start <= item.at && item.at < end && isOwn(item.evidence));
  return inside.length < LEAST_IN_BLOCK ? undefined : inside.length;
}

function comparePriority({ evidence: a }: Item<Meeting>, { evidence: b }: Item<Meeting>): number {
  return Number(a.isTentative) - Number(b.isTentative) || a.end - a.start - (b.end - b.start);
}

/**
 * The edits of a date that are no work of their own: the user corrects a field of an issue while at work on others. Such an edit is all
 * that the date has of its issue, and something else than an edit is near it.
 *
 * @param items all evidence of the date
 */
function editsInPassing(items: readonly Item[], known: KnownIssues): Set<Item> {
  const issueOf = (item: Item) => known.get(item)?.issue.id;
  const edits = items.filter((item) => item.evidence.kind === "edit" && known.get(item));
  const others = items.filter(({ evidence: { kind } }) => kind !== "edit" && kind !== "meeting");
  return new Set(
    edits.filter(
      (edit) =>
        items.every((item) => item === edit || issueOf(item) !== issueOf(edit)) &&
        others.some(({ at }) => Math.abs(at - edit.at) <= LONGEST_GAP_MS),
    ),
  );
}

/**
 * The time of the events of a date: that before each of them, as far as it is work. A session never reaches into another date, so
 * that a date has the same draft in each range.
 *
 * @param activities those of the date, ascending
 * @param meetings the time of meetings, which is no work
 * @param passing events that are no work, and have no time
 */
function timeWork(
  activities: readonly Item<Activity>[],
  date: string,
  day: Span,
  meetings: readonly Span[],
  passing: ReadonlySet<Item>,
): Timed<Activity>[] {
  let last: Item | undefined;
  return activities.map((item) => {
    const { at, second: to } = item;
    if (passing.has(item)) return { item, date, shown: { from: to, to }, seconds: 0 };
    const previous = last && at - last.at <= LONGEST_GAP_MS ? last : undefined;
    const from = previous?.second ?? Math.max(to - BEFORE_FIRST, day.from);
    const work = without({ from, to }, meetings);
    last = item;
    return { item, date, shown: { from: work[0]?.from ?? to, to }, seconds: secondsOf(work) };
  });
}

function secondsOf(spans: readonly Span[]): number {
  return sum(spans, ({ from, to }) => to - from);
}

/** The parts of a span outside others. @param others ascending, and none overlaps another */
function without(span: Span, others: readonly Span[]): Span[] {
  const parts: Span[] = [];
  let { from } = span;
  for (const other of others) {
    if (other.from >= span.to) break;
    if (other.to <= from) continue;
    if (other.from > from) parts.push({ from, to: other.from });
    from = other.to;
  }
  if (from < span.to) parts.push({ from, to: span.to });
  return parts;
}

/** The time of all spans, ascending, each second once. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
