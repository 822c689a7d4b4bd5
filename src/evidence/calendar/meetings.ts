import type { LeftOutReason } from "../../timesheet/draft/evidence.ts";
import { CalendarError, UnreadableEventError, type UnreadableReason } from "./errors.ts";
import type { CalendarEvent } from "./event.ts";
import { createZones, type FindZone, UnknownZoneError } from "./event-zones.ts";
import type { Pace } from "./pace.ts";
import { DAY_MS } from "./property.ts";
import { type CalendarContent, countOne } from "./read-calendar.ts";
import { changesOf, keyOf, type Span, spansOf } from "./series.ts";
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

export interface MeetingsOptions {
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  /** The user's zone. */
  zone: string;
  pace: Pace;
}

/** All that takes place in a range, and what of it cannot be read. @throws CalendarError if that is too much */
export async function meetingsOf(content: CalendarContent, options: MeetingsOptions): Promise<Occurrences> {
  const { zone, pace } = options;
  const find = await createZones(content, zone, options);
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
      if (occurrences.length >= MAX_OCCURRENCES) throw tooMany();
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

function tooMany(): CalendarError {
  return new CalendarError(
    "has more than 5,000 meetings on these dates. Ask for fewer dates, or use a smaller calendar",
  );
}
