import { addDays, type DateRange, datesOf } from "./dates.ts";
import type { Profile } from "./port.ts";

/** The dates of a range in a time zone. A date is as long as the clocks there make it. All moments are in seconds since 1970. */
export interface LocalDays {
  /** Undefined outside the range. */
  dateOf(second: number): string | undefined;
  /** The first moment of a date of the range, or of the date after it. */
  startOf(date: string): number;
  /** The time of day, HH:mm. */
  timeOf(second: number): string;
}

const DAY = 86_400;

/** @param zone an IANA name that this Node knows; RangeError otherwise */
export function localDays(zone: string, range: DateRange): LocalDays {
  const dates = datesOf({ startDate: range.startDate, endDate: addDays(range.endDate, 1) });
  const clocks = clocksOf(zone, midnight(range.startDate) - 2 * DAY, midnight(range.endDate) + 3 * DAY);
  const starts = dates.map((date) => firstMoment(midnight(date), clocks));
  const startOf = (date: string) => starts[dates.indexOf(date)] ?? Number.NaN;
  return {
    dateOf(second) {
      const index = starts.findLastIndex((start) => start <= second);
      return index < dates.length - 1 ? dates[index] : undefined;
    },
    startOf,
    timeOf(second) {
      const offset = clocks.findLast(({ from }) => from <= second)?.offset ?? 0;
      return new Date((second + offset) * 1000).toISOString().slice(11, 16);
    },
  };
}

/** A time during which the clocks of a zone keep their distance from UTC. */
interface Clock {
  from: number;
  offset: number;
}

function clocksOf(zone: string, from: number, to: number): Clock[] {
  const named = zoneOf(zone);
  const offsetAt = (second: number) => named.offsetAt(second * 1000) / 1000;
  const clocks = [{ from, offset: offsetAt(from) }];
  for (let day = from + DAY; day <= to; day += DAY) {
    const before = clocks.at(-1)?.offset;
    const offset = offsetAt(day);
    if (offset === before) continue;
    let [earlier, later] = [day - DAY, day];
    while (later - earlier > 1) {
      const middle = Math.floor((earlier + later) / 2);
      if (offsetAt(middle) === before) earlier = middle;
      else later = middle;
    }
    clocks.push({ from: later, offset });
  }
  return clocks;
}

/** The first moment at which the clocks show a time or a later one: where they skip midnight, the day begins later. */
function firstMoment(wallClock: number, clocks: readonly Clock[]): number {
  for (const [index, { from, offset }] of clocks.entries()) {
    const moment = Math.max(from, wallClock - offset);
    if (moment < (clocks[index + 1]?.from ?? Number.POSITIVE_INFINITY)) return moment;
  }
  return Number.NaN;
}

function midnight(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 1000;
}

/** Making a format takes longer than all else that a call does with dates. Each takes some memory, and a calendar may name any number. */
const MAX_FORMATS = 50;

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that Node does not know */
function formatIn(zone: string | undefined): Intl.DateTimeFormat {
  const made = zone === undefined ? undefined : formats.get(zone);
  // Swedish dates are those of ISO 8601.
  const format =
    made ??
    new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  if (zone !== undefined && formats.size < MAX_FORMATS) formats.set(zone, format);
  return format;
}

/**
 * Returns the calendar date, YYYY-MM-DD, of a moment in a time zone, in milliseconds since 1970.
 *
 * @param zone the IANA name of a zone that exists; undefined for the machine's own
 */
export function dateInZone(zone: string | undefined): (at: number) => string {
  const format = formatIn(zone);
  return (at) => format.format(at);
}

/** Whether Node knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    return formatIn(name) !== undefined;
  } catch {
    return false;
  }
}

/** The time zone of this machine, by its IANA name; undefined if Node knows none by what `TZ` says, as with an empty one. */
export function machineZone(): string | undefined {
  const name: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name !== undefined && isTimeZone(name) ? name : undefined;
}

/** The zone of the user's profile in Jira; without one that is known here, that of this machine, or UTC. */
export function ownZone({ timeZone }: Profile): string {
  return timeZone ?? machineZone() ?? "UTC";
}

/** A time zone: how far its clocks are ahead of UTC at a moment. All times are in milliseconds. */
export interface Zone {
  offsetAt(instant: number): number;
}

export const UTC: Zone = { offsetAt: () => 0 };

/** The zones that were asked for, by the names that they resolve to; there are some hundred. */
const known = new Map<string, Zone>();

/** The zone of an IANA name. @throws RangeError for one that this Node does not know */
export function zoneOf(name: string): Zone {
  if (/^(etc\/)?(utc|gmt)$/i.test(name)) return UTC;
  const resolved = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  const zone = known.get(resolved) ?? createZone(resolved);
  known.set(resolved, zone);
  return zone;
}

/** No zone changes its clocks but at a quarter of an hour. */
const QUARTER_MS = 900_000;

/** The most offsets that are remembered of a zone: those of seven weeks. */
const MAX_REMEMBERED = 5000;

function createZone(name: string): Zone {
  // en-US writes the offset in the same digits everywhere.
  const format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
  const remembered = new Map<number, number>();
  return {
    offsetAt(instant) {
      const quarter = Math.floor(instant / QUARTER_MS);
      const offset = remembered.get(quarter) ?? offsetIn(format.format(instant));
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(quarter, offset);
      return offset;
    },
  };
}

const DAY_MS = DAY * 1000;

/** The moment at which the clocks of a zone show a time: the earlier one of two, and where clocks skip it, as if they had not been changed. */
export function toInstant(wall: number, zone: Zone): number {
  const [before, after] = [zone.offsetAt(wall - DAY_MS), zone.offsetAt(wall + DAY_MS)];
  if (before === after) return wall - before;
  const fits = [before, after]
    .filter((offset) => zone.offsetAt(wall - offset) === offset)
    .map((offset) => wall - offset);
  return fits.length > 0 ? Math.min(...fits) : wall - before;
}

export function toWall(instant: number, zone: Zone): number {
  return instant + zone.offsetAt(instant);
}

/** @param text ends in GMT+05:30, or in GMT for none; before 1972 some zones had seconds too */
function offsetIn(text: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -offset : offset;
}
