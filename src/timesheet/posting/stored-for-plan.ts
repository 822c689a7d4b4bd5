import { durationKey } from "../content.ts";
import type { Journal } from "../journal/journal.ts";
import type { KnownWorklog } from "../journal/records.ts";
import type { ExistingWorklog } from "../port.ts";
import { compareText } from "../totals.ts";
import { compareIds } from "../worklogs.ts";

/** A worklog that a call stored for a plan, as it is now. */
export type StoredForPlan = Pick<ExistingWorklog, "id" | "date" | "seconds">;

/**
 * The worklogs that calls stored for the plan with a digest, ascending by date and id. An entry of it without an outcome is stored if a
 * worklog of its length has appeared on its issue and date since.
 *
 * @param unlisted stored a moment ago, so that lists do not show them yet
 */
export function storedForPlan(
  digest: string,
  existing: readonly ExistingWorklog[],
  unlisted: readonly KnownWorklog[],
  journal: Journal,
): StoredForPlan[] {
  const open = journal.entries().filter(({ plan, state }) => plan === digest && state === "open");
  const isOfPlan = (id: string) => journal.entryOfId(id)?.plan === digest;
  const listed = existing.filter((worklog) => {
    if (journal.entryOf(worklog)) return isOfPlan(worklog.id);
    const key = durationKey(worklog.issueId, worklog);
    const index = open.findIndex(
      (entry) => durationKey(entry.issueId, entry) === key && journal.hasAppearedSince(entry, worklog),
    );
    return index >= 0 && open.splice(index, 1).length > 0;
  });
  return [...listed, ...unlisted.filter(({ id }) => isOfPlan(id))]
    .map(({ id, date, seconds }) => ({ id, date, seconds }))
    .sort((a, b) => compareText(a.date, b.date) || compareIds(a.id, b.id));
}
