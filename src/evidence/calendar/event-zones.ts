import { UnreadableEventError } from "./errors.ts";
import type { Pace } from "./pace.ts";
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
export async function createZones(
  { zones }: Pick<CalendarContent, "zones">,
  userZone: string,
  range: { from: number; to: number; pace: Pace },
): Promise<FindZone> {
  const found = new Map<string, Zone | undefined>();
  for (const [name, definition] of zones)
    found.set(name, zoneByName(name) ?? (await definedOrNone(definition, range)));
  return (name = userZone) => {
    if (!found.has(name)) found.set(name, zoneByName(name));
    const zone = found.get(name);
    if (!zone) throw new UnknownZoneError(name);
    return zone;
  };
}

async function definedOrNone(...definition: Parameters<typeof definedZone>): Promise<Zone | undefined> {
  try {
    return await definedZone(...definition);
  } catch (error) {
    if (error instanceof UnreadableEventError) return undefined;
    throw error;
  }
}
