import { addDays, type DateRange } from "../../timesheet/dates.ts";

/**
 * The calendar date of a moment in a zone, YYYY-MM-DD, if the range has it. Most moments are far from the range, and the format takes
 * microseconds for each, so it is asked for those within a day only: no zone is further from UTC.
 */
export function datesWithin(
  { startDate, endDate }: DateRange,
  zone: string,
): (at: number) => string | undefined {
  const from = Date.parse(addDays(startDate, -1));
  const until = Date.parse(addDays(endDate, 2));
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (at) => {
    if (!(from <= at && at < until)) return undefined;
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const date = `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
    return startDate <= date && date <= endDate ? date : undefined;
  };
}
