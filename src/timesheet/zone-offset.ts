/**
 * Returns how far the clocks of a time zone are ahead of UTC at a moment. All times are in milliseconds.
 *
 * @param zone an IANA name that this Node knows; RangeError otherwise
 */
export function offsetInZone(zone: string): (at: number) => number {
  // en-US writes the offset in the same digits everywhere.
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  return (at) => offsetIn(format.format(at));
}

/** @param text ends in GMT+05:30, or in GMT for none; before 1972 some zones had seconds too */
function offsetIn(text: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -offset : offset;
}
