import { addDays } from "../../src/timesheet/dates.ts";

/** Arguments of `post_worklog`: 8 hours on a Monday. */
export const POST = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };

/** An entry of `bulk_post_worklogs`: 8 hours on the same Monday unless given. */
export function entry(
  date = "2026-01-05",
  parts: { issueKey?: string; hours?: number; description?: string } = {},
) {
  return { issueKey: "PROJ-123", hours: 8, date, ...parts };
}

/** So many dates, from 1 January 2026 on. */
export function dates(count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays("2026-01-01", index));
}
