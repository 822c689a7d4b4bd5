import type { DateRange } from "../timesheet/dates.ts";
import { compareText } from "../timesheet/totals.ts";

/** The periods that have a date in the range, ascending by their first date, each once. */
export function overlapping<Period extends DateRange>(
  { startDate, endDate }: DateRange,
  periods: readonly Period[],
): Period[] {
  const byStart = new Map(periods.map((period) => [period.startDate, period]));
  return [...byStart.values()]
    .filter((period) => period.startDate <= endDate && period.endDate >= startDate)
    .sort((a, b) => compareText(a.startDate, b.startDate));
}
