import type { LeftOutReason } from "../../timesheet/draft/evidence.ts";
import { CalendarError, UnreadableEventError, type UnreadableReason } from "./errors.ts";
import type { CalendarEvent } from "./event.ts";
import { createZones, type FindZone, UnknownZoneError } from "./event-zones.ts";
import { DAY_MS, type Moment, type Window } from "./property.ts";
import { type CalendarContent, countOne } from "./read-calendar.ts";
import { occurrencesOf } from "./rule.ts";
import { toInstant, toWall, type Zone } from "./zone.ts";

/** The shortest meeting that counts. */
const MIN_MEETING_MS = 5 * 60_000;

/** The most occurrences of a calendar in a range: a draft of so many is made in a tenth of a second. */
const MAX_OCCURRENCES = 5000;

/** One time at which an event takes place. */
export interface Occurrence extends Span {
  uid: string;
  /** The start that its series has for it, which with the id tells it from others. */
  original: number;
  title: string;
  description: string;
  isTentative: boolean;
  /** Why it does not count. */
  reason: LeftOutReason | undefined;
}

export interface Occurrences {
  occurrences: Occurrence[];
  /** Events that are left out, by the reason. */
  unreadable: ReadonlyMap<UnreadableReason, number>;
  /** Events in zones that are not known, by the zone's name. */
  unknownZones: ReadonlyMap<string, number>;
}

/** All that takes place in a range, and what of it cannot be read. @throws CalendarError if that is too much */
export async function meetingsOf(
  content: CalendarContent,
  options: Window & { zone: string },
): Promise<Occurrences> {
  const { zone, pace } = options;
  const find = await createZones(content.zones, zone, options);
  const unreadable = new Map(content.unreadable);
  const unknownZones = new Map<string, number>();

  /** Undefined for an event that cannot be read, which is counted. */
  async function attempt<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UnknownZoneError) countOne(unknownZones, error.zone);
      else if (error instanceof UnreadableEventError) countOne(unreadable, error.reason);
      else throw error;
      return undefined;
    }
  }

  const series: CalendarEvent[] = [];
  const changed = new Map<string, CalendarEvent>();
  for (const event of content.events) {
    await pace();
    const { replaces, uid } = event;
    if (replaces === undefined) series.push(event);
    else {
      const key = await attempt(() => `${keyOf(replaces, find)} ${uid}`);
      if (key !== undefined && (changed.get(key)?.sequence ?? -1) <= event.sequence) changed.set(key, event);
    }
  }
  const changes = changesOf(changed.keys());
  const occurrences: Occurrence[] = [];
  for (const event of [...series, ...changed.values()]) {
    await pace();
    for (const span of (await attempt(() => spansOf(event, options, find, changes))) ?? []) {
      await pace();
      if (occurrences.length >= MAX_OCCURRENCES) {
        throw new CalendarError(
          "has more than 5,000 meetings on these dates. Ask for fewer dates, or use a smaller calendar",
        );
      }
      const isPrivate =
        event.isPrivate || (event.replaces !== undefined && content.privateUids.has(event.uid));
      const zones = [find(event.start.zone), find(zone)];
      occurrences.push({
        ...occurrence(event, span, isPrivate, zones),
        original: originalOf(event, span, find),
      });
    }
  }
  return { occurrences, unreadable, unknownZones };
}

function originalOf({ replaces }: CalendarEvent, { start }: Span, find: FindZone): number {
  return replaces && !replaces.isDate ? toInstant(replaces.wall, find(replaces.zone)) : start;
}

/** @param zones of the event and of the user */
function occurrence(
  event: CalendarEvent,
  span: Span,
  isPrivate: boolean,
  zones: readonly Zone[],
): Omit<Occurrence, "original"> {
  const { uid, title, description, isTentative } = event;
  const texts = isPrivate ? { title: "", description: "" } : { title, description };
  const reason = event.reason ?? (isPrivate ? "private" : undefined) ?? reasonOf(span, zones);
  return { ...span, uid, ...texts, isTentative, reason };
}

function reasonOf(span: Span, zones: readonly Zone[]): LeftOutReason | undefined {
  if (zones.some((zone) => isWholeDays(span, zone))) return "all-day";
  return span.end - span.start < MIN_MEETING_MS ? "shorter than 5 minutes" : undefined;
}

/** Outlook has an event of whole days as one from midnight to midnight. */
function isWholeDays({ start, end }: Span, zone: Zone): boolean {
  return end > start && [start, end].every((instant) => toWall(instant, zone) % DAY_MS === 0);
}

/** Milliseconds since 1970. */
interface Span {
  start: number;
  end: number;
}

/** The occurrences of a series that were changed, by its UID and the time that the series has for them. */
interface Changes {
  has(uid: string, start: number, wall: number): boolean;
}

/** The spans in which an event occurs and that overlap a window, without those that were changed or left out. @throws UnreadableEventError; UnknownZoneError */
async function spansOf(
  event: CalendarEvent,
  window: Window,
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
function keyOf(moment: Moment, find: FindZone): string {
  return moment.isDate ? dayKey(moment.wall) : momentKey(toInstant(moment.wall, find(moment.zone)));
}

/** @param keys of the changed occurrences: `keyOf` and the UID */
function changesOf(keys: Iterable<string>): Changes {
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
  { from, to, pace }: Window,
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
