import type { BulkWorklogEntry } from "../../generated/inputs.ts";
import { toHours, toSeconds } from "../../timesheet/hours.ts";
import type { Sheet } from "./days.ts";

/** How many of the rows have become a worklog between two reads. Comments are aside: Tempo may change them. */
export function storedOf(rows: readonly BulkWorklogEntry[], before: Sheet, after: Sheet): number {
  const old = new Set(before.worklogs?.worklogs.map(({ id }) => id));
  const fresh = (after.worklogs?.worklogs ?? []).filter(({ id }) => !old.has(id)).map(contentOf);
  return rows.filter((row) => {
    const found = fresh.indexOf(contentOf(row));
    if (found >= 0) fresh.splice(found, 1);
    return found >= 0;
  }).length;
}

function contentOf({ issueKey, date, hours }: Pick<BulkWorklogEntry, "issueKey" | "date" | "hours">): string {
  return [issueKey.toUpperCase(), date, toHours(toSeconds(hours))].join(" ");
}
