import { UnreadableEventError } from "./errors.ts";
import { DAY_MS, momentsOf, onlyMomentOf, type Properties, type Property, type Window } from "./property.ts";
import { occurrencesOf, parseRule, type Rule } from "./rule.ts";
import { type Zone, zoneByName } from "./zone.ts";

/** An event is in a time zone that neither its calendar nor this machine knows. */
export class UnknownZoneError extends Error {
  override name = "UnknownZoneError";
  readonly zone: string;

  constructor(zone: string) {
    super("An event is in a time zone that is not known");
    this.zone = zone;
  }
}

/** Finds the zone of a name that a calendar has. @throws UnknownZoneError; a time is never taken for one of UTC instead */
export type FindZone = (name: string | undefined) => Zone;

/**
 * A name of IANA or Windows goes before the calendar's own definition of it, which is often older than this machine's.
 *
 * @param userZone the zone of times that name none
 */
export async function createZones(
  zones: ReadonlyMap<string, ZoneDefinition>,
  userZone: string,
  window: Window,
): Promise<FindZone> {
  const found = new Map<string, Zone | undefined>();
  for (const [name, definition] of zones)
    found.set(name, zoneByName(name) ?? (await definedZone(definition, window).catch(ifUnreadable)));
  return (name = userZone) => {
    if (!found.has(name)) found.set(name, zoneByName(name));
    const zone = found.get(name);
    if (!zone) throw new UnknownZoneError(name);
    return zone;
  };
}

function ifUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableEventError)) throw error;
}

/** Clocks change at least once in so long, in a zone that changes them every year. */
const YEARS_MS = 2 * 366 * DAY_MS;

/** The most changes that a zone may be defined by, and the most moments at which its clocks change in a window. */
const MAX_CHANGES = 200;
const MAX_INSTANTS = 2000;

/** A VTIMEZONE: when its clocks change, by their own time. */
export interface ZoneDefinition {
  name: string;
  changes: ZoneChange[];
}

export interface ZoneChange {
  start: number;
  others: number[];
  rule: Rule | undefined;
  offsetFrom: number;
  offsetTo: number;
}

/** Those parts of a calendar that define a zone. @throws UnreadableEventError */
export function zoneChangeOf(properties: Properties): ZoneChange | undefined {
  const [start] = properties.get("DTSTART") ?? [];
  const [rule] = properties.get("RRULE") ?? [];
  const offsetFrom = offsetOf(properties.get("TZOFFSETFROM"));
  const offsetTo = offsetOf(properties.get("TZOFFSETTO"));
  if (!start || offsetFrom === undefined || offsetTo === undefined) return undefined;
  return {
    start: onlyMomentOf(start).wall,
    others: (properties.get("RDATE") ?? []).flatMap(momentsOf).map(({ wall }) => wall),
    rule: rule && yearly(parseRule(rule)),
    offsetFrom,
    offsetTo,
  };
}

/** Clocks change once a year by each rule, which has no need to count; changes every day would be endless work. */
function yearly(rule: Rule): Rule {
  const times = [rule.hours, rule.minutes, rule.seconds, rule.weekdays, rule.months];
  const isOften = times.some((list) => (list?.length ?? 1) > 1);
  if (rule.frequency !== "YEARLY" || rule.count !== undefined || isOften)
    throw new UnreadableEventError("rule");
  return rule;
}

function offsetOf([property]: readonly Property[] = []): number | undefined {
  const [, sign, hours, minutes, seconds = 0] =
    /^([+-])(0\d|1\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(property?.value.trim() ?? "") ?? [];
  if (sign === undefined) return undefined;
  const length = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -length : length;
}

/** A zone as a calendar defines it, for the times of a window; undefined if that cannot be used. @throws UnreadableEventError */
async function definedZone(
  { changes }: ZoneDefinition,
  { from, to, pace }: Window,
): Promise<Zone | undefined> {
  if (changes.length > MAX_CHANGES) return undefined;
  const instants: { at: number; offsetFrom: number; offsetTo: number }[] = [];
  for (const change of changes) {
    await pace();
    const onsets = onsetsOf(change, from, to);
    if (instants.length + onsets.length > MAX_INSTANTS) return undefined;
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
