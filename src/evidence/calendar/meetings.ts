import type { LeftOutReason } from "../../timesheet/draft/evidence.ts";
import { toInstant, toWall, type Zone } from "../../timesheet/zones.ts";
import { CalendarError, ifReadable, UnreadableEventError, type UnreadableReason } from "./errors.ts";
import { type CalendarEvent, type Change, compareVersions, type Head } from "./event.ts";
import { DAY_MS, type Moment, type Period, type Window } from "./property.ts";
import { type CalendarContent, countOne } from "./read-calendar.ts";
import { occurrencesOf } from "./rule.ts";
import { createZones, type FindZone } from "./zones.ts";

/** The shortest meeting that counts. */
const MIN_MEETING_MS = 5 * 60_000;

/** The most occurrences of a calendar in a range: a draft of so many is made in a tenth of a second. */
const MAX_OCCURRENCES = 5000;

/** The furthest that a change of all later occurrences may move them. */
const MAX_MOVED_MS = 31 * DAY_MS;

/** One time at which an event takes place. */
export interface Occurrence extends Span {
  /** The start that its series has for it, which with the id tells it from others. */
  original: number;
  /** The event that says so: its own, or a change of all later occurrences. */
  by: CalendarEvent;
  isTentative: boolean;
  /** Why it does not count, which private ones never do: their titles are no evidence. */
  reason: LeftOutReason | undefined;
}

/** Milliseconds since 1970. */
interface Span {
  start: number;
  end: number;
}

export interface Occurrences {
  occurrences: Occurrence[];
  /** Events that are left out, by the reason. */
  unreadable: ReadonlyMap<UnreadableReason, number>;
  /** The names of zones that are not known. */
  unknownZones: ReadonlySet<string>;
}

/** All that takes place in a range, and what of it cannot be read. @throws CalendarError if that is too much */
export async function meetingsOf(
  content: CalendarContent,
  options: Window & { zone: Zone },
): Promise<Occurrences> {
  const find = await createZones(content.zones, options.zone, options);
  const unreadable = new Map(content.unreadable);
  const unknownZones = new Set<string>();
  const changes = await changesOf(content, options, find);
  const changed = [...changes.values()].flatMap((ofSeries) => [...ofSeries.values()].filter(isWhole));
  const isNewest = ({ uid, version }: Head) => compareVersions(version, content.versions.get(uid)) >= 0;
  const occurrences: Occurrence[] = [];
  for (const event of [...content.events.filter(isNewest), ...changed]) {
    await options.pace();
    try {
      for (const placed of await placesOf(event, options, find, changes.get(event.uid) ?? NO_CHANGES)) {
        await options.pace();
        if (occurrences.length >= MAX_OCCURRENCES) {
          throw new CalendarError(
            "has more than 5,000 meetings on these dates. Ask for fewer dates, or use a smaller calendar",
          );
        }
        const zones = [find(placed.by.start.zone), find(undefined)];
        const reason = reasonOf(placed, content, zones);
        occurrences.push({ ...placed, isTentative: placed.by.isTentative, reason });
      }
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      // Whenever an event with a reason occurs, it does not count.
      if (event.reason !== undefined) continue;
      countOne(unreadable, error.reason);
      if (error.reason === "zone") unknownZones.add(error.zone);
    }
  }
  return { occurrences, unreadable, unknownZones };
}

/** @param zones of the event and of the user */
function reasonOf(
  { by, ...span }: Placed,
  { versions, privateUids }: CalendarContent,
  zones: readonly Zone[],
): LeftOutReason | undefined {
  if (by.reason) return by.reason;
  // The changed occurrences of a series are cancelled and private with it.
  const series = by.replaces && versions.get(by.uid);
  if (series?.isCancelled && by.version.sequence <= series.sequence) return "cancelled";
  if (by.replaces && privateUids.has(by.uid)) return "private";
  if (zones.some((zone) => isWholeDays(span, zone))) return "all-day";
  return span.end - span.start < MIN_MEETING_MS ? "shorter than 5 minutes" : undefined;
}

/** Outlook has an event of whole days as one from midnight to midnight. */
function isWholeDays({ start, end }: Span, zone: Zone): boolean {
  return end > start && [start, end].every((instant) => toWall(instant, zone) % DAY_MS === 0);
}

type Placed = Omit<Occurrence, "isTentative" | "reason">;

/** The newest version of each changed occurrence of a series, by `keyOf`. Those that cannot be read take place at no time. */
type Changes = ReadonlyMap<string, Change>;

const NO_CHANGES: Changes = new Map();

/** The changes of all series, by the UID. */
async function changesOf(
  content: CalendarContent,
  { pace }: Window,
  find: FindZone,
): Promise<Map<string, Map<string, Change>>> {
  const byUid = new Map<string, Map<string, Change>>();
  for (const change of content.changes) {
    await pace();
    const ofSeries = byUid.get(change.uid) ?? new Map<string, Change>();
    byUid.set(change.uid, ofSeries);
    const key = keyOf(change.replaces, find);
    if (compareVersions(change.version, ofSeries.get(key)?.version) >= 0) ofSeries.set(key, change);
  }
  return byUid;
}

function isWhole(change: Change): change is CalendarEvent & Change {
  return "start" in change;
}

/**
 * The times at which an event occurs and that overlap a window, without those that were changed or left out.
 *
 * @param changes those of its series
 * @throws UnreadableEventError
 */
async function placesOf(
  event: CalendarEvent,
  window: Window,
  find: FindZone,
  changes: Changes,
): Promise<Placed[]> {
  const zone = find(event.start.zone);
  const except = new Set<string>();
  for (const moment of event.except) {
    await window.pace();
    except.add(keyOf(moment, find));
  }
  const ranges = event.replaces ? [] : [...changes.values()].filter(({ range }) => range);
  const placed: Placed[] = [];
  for (const [wall, first] of await wallsOf(
    event,
    window,
    ranges.length > 0 ? MAX_MOVED_MS : 0,
    zone,
    find,
  )) {
    await window.pace();
    const span = spanOf(first, wall, zone, find);
    const changed = wall === event.start.wall ? event.replaces : undefined;
    const isNamed = (named: { has(key: string): boolean }) =>
      [`${span.start}`, dayKey(wall), wallKey(wall)].some((key) => named.has(key));
    if (isNamed(except) || (!changed && isNamed(changes))) continue;
    const original = changed && !changed.isDate ? instantOf(changed, find) : span.start;
    const range = rangeAt(ranges, span.start, find);
    // A change with a rule says itself when the others occur.
    if (range && (!isWhole(range) || range.rule)) continue;
    const moved = range ? movedBy(range, span.start, find) : span;
    if (overlaps(moved, window)) placed.push({ ...moved, original, by: range ?? event });
  }
  return placed;
}

/** The nearest change that an occurrence is in. */
function rangeAt<Of extends Change>(changes: readonly Of[], start: number, find: FindZone): Of | undefined {
  const distances = changes.map((change) => {
    const distance = start - instantOf(change.replaces, find);
    return { change, distance: change.range === "THISANDPRIOR" ? -distance : distance };
  });
  return distances.filter(({ distance }) => distance >= 0).sort((a, b) => a.distance - b.distance)[0]?.change;
}

/** RFC 5545 moves all later occurrences by as much as the changed one, and makes them as long. @throws UnreadableEventError */
function movedBy(change: CalendarEvent & Change, start: number, find: FindZone): Span {
  const { replaces } = change;
  const zone = find(change.start.zone);
  const wall = toWall(start, zone);
  const moved = replaces.isDate
    ? wall - (wall % DAY_MS) + change.start.wall - replaces.wall
    : wall + change.start.wall - toWall(instantOf(replaces, find), zone);
  if (Math.abs(moved - wall) > MAX_MOVED_MS) throw new UnreadableEventError("rule");
  return spanOf(change, moved, zone, find);
}

/** A key for a moment that names an occurrence: a date names that of a day, a time in a zone that is not known that of the series' own clocks. */
function keyOf({ wall, zone, isDate }: Moment, find: FindZone): string {
  const known = ifReadable(() => find(zone));
  if (isDate || !known) return isDate ? dayKey(wall) : wallKey(wall);
  return `${toInstant(wall, known)}`;
}

function dayKey(wall: number): string {
  return `day ${Math.floor(wall / DAY_MS)}`;
}

function wallKey(wall: number): string {
  return `wall ${wall}`;
}

/** A moment in a zone that is not known is one of the user's. */
function instantOf({ wall, zone }: Moment, find: FindZone): number {
  return toInstant(wall, ifReadable(() => find(zone)) ?? find(undefined));
}

/**
 * The times at which an event may occur in a window, by its own clocks, each with what says how long it is.
 *
 * @param moved how far they may be moved afterwards
 */
async function wallsOf(
  event: CalendarEvent,
  { from, to, pace }: Window,
  moved: number,
  zone: Zone,
  find: FindZone,
): Promise<Map<number, Period>> {
  const { rule, start, others } = event;
  if (!rule && others.length === 0) return new Map([[start.wall, event]]);
  const length = spanOf(event, start.wall, zone, find);
  const margin = 2 * DAY_MS + moved;
  const near = { from: from - (length.end - length.start) - margin, to: to + margin };
  const until = rule?.until && untilOf(rule.until, zone);
  const repeated = rule
    ? occurrencesOf(rule, start.wall, { ...near, ...(until !== undefined && { until }) })
    : [start.wall];
  const walls = new Map<number, Period>(repeated.map((wall) => [wall, event]));
  for (const other of others) {
    await pace();
    const { wall: named, zone: ofOther, isDate } = other.start;
    const wall = isDate ? named + (start.wall % DAY_MS) : toWall(toInstant(named, find(ofOther)), zone);
    if (wall <= near.to && (wall >= near.from || other.end)) walls.set(wall, other.end ? other : event);
  }
  return walls;
}

/** The end of a rule by the event's clocks: a date is included. */
function untilOf({ wall, zone: utc, isDate }: Moment, zone: Zone): number {
  if (isDate) return wall + DAY_MS - 1;
  return utc ? toWall(wall, zone) : wall;
}

/** An occurrence lasts as long by the event's clocks as the first one, so that it ends at the same time of day. */
function spanOf({ start: first, end }: Period, wall: number, zone: Zone, find: FindZone): Span {
  const start = toInstant(wall, zone);
  if (!end) return { start, end: start };
  if (!("wall" in end)) return { start, end: toInstant(wall + end.days * DAY_MS, zone) + end.milliseconds };
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
