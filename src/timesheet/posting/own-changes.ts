import { type DateRange, isWithin } from "../dates.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExistingWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";

/**
 * A list of a range as own deletes and changes have left it: a list may lag, and show what was deleted, or as it was before a change.
 *
 * @param readAt when the list was requested, by the wall clock
 */
export function withOwnChanges(
  listed: readonly ExistingWorklog[],
  range: DateRange,
  journal: Pick<Journal, "isListedLate" | "unlistedEdit">,
  readAt: number,
): ExistingWorklog[] {
  const since = readAt - LIST_LAG_MS;
  return listed.flatMap((worklog) => {
    if (journal.isListedLate(worklog, since)) return [];
    const edit = journal.unlistedEdit(worklog, since);
    if (!edit) return [worklog];
    const { date, seconds, billableSeconds, issueId = worklog.issueId } = edit;
    return isWithin(range, date) ? [{ ...worklog, issueId, date, seconds, billableSeconds }] : [];
  });
}
