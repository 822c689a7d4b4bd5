const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(zone, made);
  return made;
}

/** The date and the time of day, HH:mm, that clocks of a zone show at a moment in milliseconds. */
export function localTime(at: number, zone: string): { date: string; time: string } {
  const [date = "", time = ""] = formatOf(zone).format(at).split(" ");
  return { date, time };
}

/**
 * The first moment at which clocks of a zone show at least this minute of a date: where clocks skip it, the moment of the change.
 *
 * @param minute of the day, 0 to 1439
 */
export function momentOf(date: string, minute: number, zone: string): number {
  const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  const wanted = `${date} ${time}`;
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const isBefore = (at: number) => {
    const shown = localTime(at, zone);
    return `${shown.date} ${shown.time}` < wanted;
  };
  const hour = 3_600_000;
  let at = asUtc - 20 * hour;
  // Clocks that are set back show times again: the hours before are searched by minutes.
  while (isBefore(at + 4 * hour)) at += hour;
  while (isBefore(at)) at += 60_000;
  return at;
}
