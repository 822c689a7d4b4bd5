/**
 * Returns the calendar date, YYYY-MM-DD, of a moment in a time zone, in milliseconds since 1970.
 *
 * @param zone the IANA name of a zone that exists; undefined for the machine's own
 */
export function dateInZone(zone: string | undefined): (at: number) => string {
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (at) => format.format(at);
}

/** Whether Node knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** The time zone of this machine, by its IANA name; undefined if Node knows none by what `TZ` says, as with an empty one. */
export function machineZone(): string | undefined {
  const name: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name !== undefined && isTimeZone(name) ? name : undefined;
}
