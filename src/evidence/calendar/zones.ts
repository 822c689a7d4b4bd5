import { SHOWN_PLACES, WINDOWS_ZONES } from "../../generated/windows-zones.ts";
import { isTimeZone, UTC, type Zone, zoneOf } from "../../timesheet/zones.ts";
import { ifReadable, UnreadableEventError } from "./errors.ts";
import { DAY_MS, onlyMomentOf, type Properties, periodsOf, type Window } from "./property.ts";
import { occurrencesOf, parseRule, type Rule } from "./rule.ts";

/** The longest name of a zone. */
const MAX_NAME = 200;

/** Finds the zone of a name that a calendar has. @throws UnreadableEventError; a time is never taken for one of UTC instead */
export type FindZone = (name: string | undefined) => Zone;

/**
 * A name of IANA with a slash, and one of Windows, goes before the calendar's own definition of it, which is often older than this machine's.
 * Any other name means what the calendar defines: BST is British there, and Bangladesh's to this machine.
 *
 * @param definitions by `zoneKey`
 * @param userZone the zone of times that name none
 */
export async function createZones(
  definitions: ReadonlyMap<string, readonly ZoneChange[]>,
  userZone: Zone,
  window: Window,
): Promise<FindZone> {
  const defined = new Map<string, Zone | undefined>();
  for (const [key, changes] of definitions) {
    const zone = certainZone(key) ?? (await definedZone(changes, window));
    defined.set(key, zone ?? likelyZone(key, window.from));
  }
  const found = new Map<string, Zone | undefined>();
  return (name) => {
    if (name === undefined) return userZone;
    if (!found.has(name)) {
      const key = zoneKey(name.slice(0, MAX_NAME));
      found.set(name, defined.has(key) ? defined.get(key) : zoneByName(key, window.from));
    }
    const zone = found.get(name);
    if (!zone) throw new UnreadableEventError("zone", name);
    return zone;
  };
}

/** The name of a zone as definitions and references of it are compared: some programs escape it, or put blanks around it. */
export function zoneKey(name: string): string {
  return name
    .replaceAll(/\\(.)/g, "$1")
    .replaceAll(/[\s"]+/g, (found) => (found.includes('"') ? "" : " "))
    .trim()
    .toLowerCase();
}

/** @param at a moment near the event's, at which a name of Outlook that begins with an offset is right */
export function zoneByName(name: string, at: number): Zone | undefined {
  const key = zoneKey(name);
  return certainZone(key) ?? likelyZone(key, at);
}

const PLACES = new Map(Object.entries(SHOWN_PLACES));
const WINDOWS = new Map(Object.entries(WINDOWS_ZONES).map(([name, zone]) => [name.toLowerCase(), zone]));

/** The zone of a name of Windows, or of the IANA database with a slash, be it at the end of a path, as Mozilla and Evolution write it. */
function certainZone(key: string): Zone | undefined {
  const segments = key.split("/");
  const paths = [segments.length, 3, 2].map((count) => segments.slice(-count).join("/").replaceAll(" ", "_"));
  const names = [WINDOWS.get(key) ?? "", ...(segments.length > 1 ? paths : [])];
  return names.flatMap((name) => ianaZone(name) ?? [])[0];
}

/** Names of three letters that IANA has. Node knows others too, but calendars mean other zones by them. */
const THREE_LETTERS = /^(?!(?:cet|eet|est|gmt|hst|met|mst|prc|roc|rok|uct|utc|wet)$)[a-z]{3}$/;

/** "UTC+01", "GMT-05.30", "+0530" and, with seconds, what calendars write in definitions. */
const OFFSET = /^(?:utc|gmt)? ?([+\u2212-])(\d\d?)(?:[:.]?([0-5]\d))?([0-5]\d)?$/;

function offsetOf(text: string): number | undefined {
  const [, sign, hours, minutes = 0, seconds = 0] = OFFSET.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 23) return undefined;
  const length = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "+" ? length : -length;
}

/** The zone of a name without a slash, an offset, or a name that Outlook shows to users. */
function likelyZone(key: string, at: number): Zone | undefined {
  if (/^(?:z|(?:tzone:\/\/)?microsoft\/utc|coordinated universal time)$/.test(key)) return UTC;
  const offset = offsetOf(key);
  if (offset !== undefined) return { offsetAt: () => offset };
  const isAmbiguous = key.includes("/") || THREE_LETTERS.test(key);
  return (isAmbiguous ? undefined : ianaZone(key)) ?? shownZone(key, at);
}

const REGIONS = "Europe America Asia Africa Australia Pacific Atlantic Indian US Canada".split(" ");

/** The longest part of a name that Outlook shows in which cities are looked for. */
const MAX_SHOWN = 80;

/**
 * The zone of a name that Outlook shows, such as "(UTC-05:00) Eastern Time (US & Canada)" or "(UTC+01:00) Amsterdam, Berlin, Bern", in whatever
 * language: one of its cities, or its first words in a name of Windows. The clocks there must be as far from UTC as it says.
 */
function shownZone(key: string, at: number): Zone | undefined {
  const [, prefix, text = key] = /^\(((?:utc|gmt)[^)]{0,10})\)(.*)$/.exec(key.slice(0, MAX_SHOWN)) ?? [];
  const offset = /^(?:utc|gmt)$/.test(prefix ?? "") ? 0 : offsetOf(prefix ?? "");
  if (offset !== undefined && /^(?: coordinated universal time[+-]?\d*)? *$/.test(text))
    return { offsetAt: () => offset };
  const places = text.split(/[,;:/(]/).map((place) => place.trim());
  const windows = places.map((place) =>
    WINDOWS.get(`${place.replace(/(?: standard| daylight)? time(?: \d)?$/, "")} standard time`),
  );
  const cities = places.flatMap((place) => [
    PLACES.get(place),
    ...REGIONS.map((region) => `${region}/${place.replaceAll(" ", "_")}`),
  ]);
  // Two cities may have one name, which only an offset tells apart.
  const names = prefix === undefined ? windows : [...windows, ...cities];
  const zones = names.flatMap((name) => ianaZone(name ?? "") ?? []);
  const isRight = (zone: Zone) => [0, DAY_MS * 182].some((after) => zone.offsetAt(at + after) === offset);
  return prefix === undefined ? zones[0] : zones.find(isRight);
}

/** Undefined for a zone that does not exist. A bare offset is not the name of one, though some versions of Node take it. */
function ianaZone(name: string): Zone | undefined {
  return /^[A-Za-z]/.test(name) && isTimeZone(name) ? zoneOf(name) : undefined;
}

/** Clocks change at least once in so long, in a zone that changes them every year. */
const YEARS_MS = 2 * 366 * DAY_MS;

/** The most changes that a zone may be defined by, and the most moments at which its clocks change in a window. */
const MAX_CHANGES = 200;
const MAX_INSTANTS = 2000;

/** A part of a VTIMEZONE: when its clocks change, by their own time. */
export interface ZoneChange {
  start: number;
  others: number[];
  rule: Rule | undefined;
  offsetFrom: number;
  offsetTo: number;
}

/** Those parts of a calendar that define a zone; undefined for one that cannot be used. */
export function zoneChangeOf(properties: Properties): ZoneChange | undefined {
  const [start] = properties.get("DTSTART") ?? [];
  const [rule] = properties.get("RRULE") ?? [];
  const [offsetFrom, offsetTo] = ["TZOFFSETFROM", "TZOFFSETTO"].map((name) =>
    offsetOf(properties.get(name)?.[0]?.value.trim() ?? ""),
  );
  if (!start || offsetTo === undefined || offsetFrom === undefined) return undefined;
  return ifReadable(() => ({
    start: onlyMomentOf(start).wall,
    others: (properties.get("RDATE") ?? []).flatMap(periodsOf).map((other) => other.start.wall),
    rule: rule && yearly(parseRule(rule.value)),
    offsetFrom,
    offsetTo,
  }));
}

/** Clocks change once a year by each rule, which has no need to count; changes every day would be endless work. */
function yearly(rule: Rule): Rule {
  const times = [rule.hours, rule.minutes, rule.seconds, rule.weekdays, rule.months];
  const isOften = times.some((list) => (list?.length ?? 1) > 1);
  if (rule.frequency !== "YEARLY" || rule.count !== undefined || isOften)
    throw new UnreadableEventError("rule");
  return rule;
}

/** A zone as a calendar defines it, for the times of a window; undefined if that cannot be used. */
async function definedZone(
  changes: readonly ZoneChange[],
  { from, to, pace }: Window,
): Promise<Zone | undefined> {
  if (changes.length > MAX_CHANGES) return undefined;
  const instants: { at: number; offsetFrom: number; offsetTo: number }[] = [];
  for (const change of changes) {
    await pace();
    const onsets = ifReadable(() => onsetsOf(change, from, to));
    if (!onsets || instants.length + onsets.length > MAX_INSTANTS) return undefined;
    instants.push(...onsets.map((wall) => ({ at: wall - change.offsetFrom, ...change })));
  }
  const ascending = instants.sort((a, b) => a.at - b.at);
  const [first] = ascending;
  if (!first) return undefined;
  return {
    offsetAt: (instant) => ascending.findLast(({ at }) => at <= instant)?.offsetTo ?? first.offsetFrom,
  };
}

/** The last changes before a window, and those in it, by the clocks before each. */
function onsetsOf({ start, others, rule, offsetFrom }: ZoneChange, from: number, to: number): number[] {
  if (!rule) return [start, ...others];
  const until = rule.until ? rule.until.wall + (rule.until.zone === "UTC" ? offsetFrom : 0) : to;
  const window = { from: Math.min(from, until) - YEARS_MS, to: to + DAY_MS, until: Math.max(until, start) };
  return [...occurrencesOf(rule, start, window), ...others];
}
