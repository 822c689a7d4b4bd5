import { UnreadableEventError } from "./errors.ts";
import type { CalendarEvent } from "./event.ts";
import type { FindZone } from "./event-zones.ts";
import { occurrencesOf } from "./occurrences.ts";
import type { Pace } from "./pace.ts";
import { DAY_MS, type Moment } from "./property.ts";
import { toInstant, toWall, type Zone } from "./zone.ts";

/** Milliseconds since 1970. */
export interface Span {
  start: number;
  end: number;
}

/** The occurrences of a series that were changed, by its UID and the time that the series has for them. */
export interface Changes {
  has(uid: string, start: number, wall: number): boolean;
}

interface SeriesWindow {
  from: number;
  to: number;
  pace: Pace;
}

/** The spans in which an event occurs and that overlap a window, without those that were changed or left out. @throws UnreadableEventError; UnknownZoneError */
export async function spansOf(
  event: CalendarEvent,
  window: SeriesWindow,
  find: FindZone,
  changes: Changes,
): Promise<Span[]> {
  const zone = find(event.start.zone);
  const repeats = event.rule !== undefined || event.others.length > 0;
  const walls = repeats ? await wallsOf(event, window, zone, find) : [event.start.wall];
  const except = new Set<string>();
  for (const moment of event.except) {
    await window.pace();
    except.add(keyOf(moment, find));
  }
  const spans: Span[] = [];
  for (const wall of walls) {
    await window.pace();
    const span = spanOf(event, wall, zone, find);
    if (event.replaces === undefined && changes.has(event.uid, span.start, wall)) continue;
    if (except.has(momentKey(span.start)) || except.has(dayKey(wall))) continue;
    if (overlaps(span, window)) spans.push(span);
  }
  return spans;
}

/** A key for a moment that names an occurrence: a date names that of a day. */
export function keyOf(moment: Moment, find: FindZone): string {
  return moment.isDate ? dayKey(moment.wall) : momentKey(toInstant(moment.wall, find(moment.zone)));
}

/** @param keys of the changed occurrences: `keyOf` and the UID */
export function changesOf(keys: Iterable<string>): Changes {
  const changed = new Set(keys);
  return {
    has: (uid, start, wall) =>
      changed.has(`${momentKey(start)} ${uid}`) || changed.has(`${dayKey(wall)} ${uid}`),
  };
}

function momentKey(instant: number): string {
  return `${instant}`;
}

function dayKey(wall: number): string {
  return `day ${Math.floor(wall / DAY_MS)}`;
}

/** The times at which an event may occur in a window, by its own clocks. */
async function wallsOf(
  event: CalendarEvent,
  { from, to, pace }: SeriesWindow,
  zone: Zone,
  find: FindZone,
): Promise<number[]> {
  const { rule, start, others } = event;
  const length = spanOf(event, start.wall, zone, find);
  const near = { from: from - (length.end - length.start) - 2 * DAY_MS, to: to + 2 * DAY_MS };
  const until = rule?.until && untilOf(rule.until, zone);
  const repeated = rule
    ? occurrencesOf(rule, start.wall, { ...near, ...(until !== undefined && { until }) })
    : [start.wall];
  const walls = new Set(repeated);
  for (const { wall, zone: named, isDate } of others) {
    await pace();
    walls.add(isDate ? wall + (start.wall % DAY_MS) : toWall(toInstant(wall, find(named)), zone));
  }
  return [...walls].filter((wall) => wall >= near.from && wall <= near.to);
}

/** The end of a rule by the event's clocks: a date is included. */
function untilOf({ wall, zone: utc, isDate }: Moment, zone: Zone): number {
  if (isDate) return wall + DAY_MS - 1;
  return utc ? toWall(wall, zone) : wall;
}

/** An occurrence lasts as long by the event's clocks as the first one, so that it ends at the same time of day. */
function spanOf({ start: first, end }: CalendarEvent, wall: number, zone: Zone, find: FindZone): Span {
  const start = toInstant(wall, zone);
  if (!("wall" in end)) {
    return { start, end: toInstant(wall + end.days * DAY_MS, zone) + end.milliseconds };
  }
  const endOf =
    end.zone === first.zone
      ? toInstant(wall + end.wall - first.wall, zone)
      : start + toInstant(end.wall, find(end.zone)) - toInstant(first.wall, zone);
  if (endOf < start && end.zone !== first.zone) throw new UnreadableEventError("format");
  return { start, end: Math.max(start, endOf) };
}

/** A span without a length overlaps what it starts in. */
function overlaps({ start, end }: Span, { from, to }: { from: number; to: number }): boolean {
  return start < to && (end > from || start >= from);
}
