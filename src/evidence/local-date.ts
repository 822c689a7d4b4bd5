/** No zone changes its clocks but at a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

/** Returns the date in a time zone at a moment, in milliseconds since 1970. */
export function localDates(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const date = `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
    known.set(quarter, date);
    return date;
  };
}
