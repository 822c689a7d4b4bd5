import { UnreadableEventError } from "./errors.ts";
import type { CalendarContent } from "./read-calendar.ts";
import { type Zone, zoneByName } from "./zone.ts";
import { definedZone } from "./zone-definition.ts";

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
export function createZones(
  { zones }: Pick<CalendarContent, "zones">,
  userZone: string,
  range: { from: number; to: number },
): FindZone {
  const found = new Map<string, Zone | undefined>();
  function find(name: string): Zone | undefined {
    const definition = zones.get(name);
    try {
      return zoneByName(name) ?? (definition && definedZone(definition, range.from, range.to));
    } catch (error) {
      if (error instanceof UnreadableEventError) return undefined;
      throw error;
    }
  }
  return (name = userZone) => {
    if (!found.has(name)) found.set(name, find(name));
    const zone = found.get(name);
    if (!zone) throw new UnknownZoneError(name);
    return zone;
  };
}
