import { isTimeZone, offsetInZone } from "../../timesheet/zones.ts";
import { DAY_MS } from "./property.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";

/** A time zone: how far its clocks are ahead of UTC at a moment. All times are in milliseconds. */
export interface Zone {
  offsetAt(instant: number): number;
}

const UTC: Zone = { offsetAt: () => 0 };

/** No zone changes its clocks but at a quarter of an hour. */
const QUARTER_MS = 900_000;

/** The most offsets that are remembered of a zone: those of seven weeks. */
const MAX_REMEMBERED = 5000;

const WINDOWS = new Map(Object.entries(WINDOWS_ZONES).map(([name, zone]) => [name.toLowerCase(), zone]));

/** The zones of the IANA database that were asked for, by the names that they resolve to; there are some hundred. */
const known = new Map<string, Zone>();

/** The zone of a name of the IANA database, alone or at the end of a path, as Mozilla and Evolution write it, or of Windows. */
export function zoneByName(name: string): Zone | undefined {
  const segments = name.split("/");
  const names = [
    name,
    WINDOWS.get(name.toLowerCase()),
    ...[-3, -2].map((count) => segments.slice(count).join("/")),
  ];
  for (const candidate of names) {
    const zone = candidate === undefined ? undefined : ianaZone(candidate);
    if (zone) return zone;
  }
  return undefined;
}

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

function ianaZone(name: string): Zone | undefined {
  if (/^(etc\/)?(utc|gmt)$/i.test(name)) return UTC;
  const resolved = known.has(name) ? name : resolvedName(name);
  if (resolved === undefined) return undefined;
  const zone = known.get(resolved) ?? createZone(resolved);
  known.set(resolved, zone);
  return zone;
}

function createZone(name: string): Zone {
  const offsetAt = offsetInZone(name);
  const remembered = new Map<number, number>();
  return {
    offsetAt(instant) {
      const quarter = Math.floor(instant / QUARTER_MS);
      const offset = remembered.get(quarter) ?? offsetAt(instant);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(quarter, offset);
      return offset;
    },
  };
}

/** Undefined for a zone that does not exist. A bare offset is not the name of one, though some versions of Node take it. */
function resolvedName(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name) || !isTimeZone(name)) return undefined;
  return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
}
