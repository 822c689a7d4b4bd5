import type { Sheet } from "./days.ts";

/**
 * The number of worklogs that appeared on the dates of the rows between two reads. Whether they are the rows cannot be told for certain:
 * Tempo may round hours, and stores a moved issue under its new key.
 */
export function newOnDatesOf(rows: readonly { date: string }[], before: Sheet, after: Sheet): number {
  const dates = new Set(rows.map(({ date }) => date));
  const old = new Set(before.worklogs?.worklogs.map(({ id }) => id));
  const worklogs = after.worklogs?.worklogs ?? [];
  return worklogs.filter(({ id, date }) => dates.has(date) && !old.has(id)).length;
}
