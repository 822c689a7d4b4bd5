import type { DateRange } from "../../timesheet/dates.ts";
import { addDays, utcDate } from "../../timesheet/dates.ts";

/** The calendar dates of moments in a zone, YYYY-MM-DD. */
export interface LocalDates {
  /** The date if the range has it. */
  dateWithin(range: DateRange, at: number): string | undefined;
}

export function localDates(zone: string): LocalDates {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return {
    dateWithin({ startDate, endDate }, at) {
      // No zone is further than a day from UTC, and the format takes microseconds for each of many moments.
      const utc = Number.isNaN(at) ? "" : utcDate(at);
      if (utc < addDays(startDate, -1) || utc > addDays(endDate, 1)) return undefined;
      const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
      const date = `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
      return startDate <= date && date <= endDate ? date : undefined;
    },
  };
}
