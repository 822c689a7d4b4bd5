import type { CallContext } from "../call-context.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExistingWorklog } from "../port.ts";
import { ifVisible } from "./if-visible.ts";

/**
 * Reads the worklogs that appeared where entries without an outcome were sent, and that were changed or moved here since: each may be the result of its
 * entry, on whatever issue and date it is now.
 */
export async function readChanged(
  entries: Iterable<JournalEntry>,
  context: CallContext,
  journal: Journal,
): Promise<Map<JournalEntry, ExistingWorklog[]>> {
  const found = new Map<JournalEntry, ExistingWorklog[]>();
  for (const entry of entries) {
    const worklogs: ExistingWorklog[] = [];
    for (const id of journal.changedSince(entry)) {
      const found = await ifVisible(() => context.timesheet.readWorklog(id, context));
      if (found?.isOwn) worklogs.push(found.worklog);
    }
    if (worklogs.length > 0) found.set(entry, worklogs);
  }
  return found;
}
