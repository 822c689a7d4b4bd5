import { durationKey } from "../content.ts";
import { isMove, lastSent } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import type { KnownWorklog } from "../journal/records.ts";
import type { ExistingWorklog } from "../port.ts";
import { compareText } from "../totals.ts";
import { compareIds } from "../worklogs.ts";

/** A worklog that a call stored for a plan, as it is now. */
export type StoredForPlan = Pick<ExistingWorklog, "id" | "date" | "seconds">;

/**
 * The worklogs that are stored for the plan with a digest, ascending by date and id. If it was confirmed twice, those of the last time:
 * the plan was made again since those of the first time are gone, or were changed. An entry without an outcome is stored if a worklog of
 * its length has appeared on its issue and date since.
 *
 * @param unlisted stored a moment ago, so that lists do not show them yet
 */
export function storedForPlan(
  digest: string,
  existing: readonly ExistingWorklog[],
  unlisted: readonly KnownWorklog[],
  journal: Journal,
): StoredForPlan[] {
  const ofPlan = journal.entries().filter((entry) => entry.plan === digest && !isMove(entry));
  const batch = lastSent(ofPlan)?.batch;
  const sent = ofPlan
    .filter((entry) => entry.batch === batch)
    .map((entry) => journal.movedTo(entry) ?? entry);
  const open = sent.filter(({ state }) => state === "open");
  const isOfPlan = (id: string) => sent.some((entry) => entry === journal.entryOfId(id));
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
