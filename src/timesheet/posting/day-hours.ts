import { secondsByDate, type Time } from "../day-balance.ts";
import type { View } from "../ledger/view.ts";
import { DAY_SECONDS } from "../limits.ts";
import type { ExistingWorklog } from "../port.ts";
import type { Batch } from "./batch.ts";
import { tooManyHours } from "./errors.ts";
import { isWorklog, type Row, type RowOutcome } from "./outcome.ts";

/**
 * Fails each row with which its date would have more than 24 hours, in the order of the call. What counts: what exists, what was stored a
 * moment ago although Tempo does not show it, and the rows before this one.
 */
export function refuseOverfullDays(batch: Batch, { rows, missing }: View): void {
  const unlisted = secondsByDate(missing);
  const total = secondsByDate([...rows, ...missing]);
  for (const row of batch.left()) {
    const { date, seconds } = row;
    const sum = (total.get(date) ?? 0) + seconds;
    if (sum <= DAY_SECONDS) total.set(date, sum);
    else batch.fail(row, tooManyHours(row, sum, unlisted.get(date) ?? 0));
  }
}

/** The seconds of the worklogs on the dates of the rows that are stored, by date: those that existed, and those stored now. */
export function bookedSeconds(
  rows: readonly Row[],
  outcomes: readonly RowOutcome[],
  existing: readonly ExistingWorklog[],
): Map<string, number> {
  const byId = new Map<string, Time>(existing.map((worklog) => [worklog.id, worklog]));
  const dates = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const outcome = outcomes[index];
    if (!isWorklog(row) || !outcome || !("stored" in outcome)) continue;
    byId.set(outcome.stored.id, outcome.stored);
    dates.add(row.date);
  }
  const total = secondsByDate(byId.values());
  return new Map([...dates].map((date) => [date, total.get(date) ?? 0]));
}
