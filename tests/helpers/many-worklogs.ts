import { datesOf, isWeekend } from "../../src/timesheet/dates.ts";
import { worklog } from "./seeds.ts";

export const YEARS = { startDate: "2023-01-01", endDate: "2025-12-31" };

/** A work attribute that refers to an account. */
export const ACCOUNT = {
  id: 1,
  key: "_Account_",
  name: "Account",
  required: false,
  type: "ACCOUNT" as const,
};

/** So many worklogs on the working days of a range, on so many issues of three projects, with odd seconds. */
export function manyWorklogs({
  count,
  issues,
  range = YEARS,
}: {
  count: number;
  issues: number;
  range?: typeof YEARS;
}) {
  const days = datesOf(range).filter((date) => !isWeekend(date));
  return {
    issues: Array.from({ length: issues }, (_, index) => ({
      id: 20_000 + index,
      key: `PROJ${"ABC"[index % 3]}-${101 + index}`,
      summary: `Fix rounding of partial hours in the export ${index}, and what its tests say of it`,
    })),
    worklogs: Array.from({ length: count }, (_, index) =>
      worklog({
        startDate: days[Math.floor((index * days.length) / count)] ?? range.startDate,
        issueId: 20_000 + ((index * 7) % issues),
        timeSpentSeconds: 1801 + 60 * (index % 397),
        ...(index % 5 === 0 && { billableSeconds: 0 }),
      }),
    ),
    workAttributes: [ACCOUNT],
  };
}

/** Adds hours with two decimals, without the errors of floating point. */
export function sumHours(hours: readonly number[]): number {
  return Math.round(hours.reduce((total, it) => total + 100 * it, 0)) / 100;
}
