import type { CallContext } from "../call-context.ts";
import { ForbiddenError } from "../errors.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExistingWorklog } from "../port.ts";

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
      const worklog = await readOwn(id, context);
      if (worklog) worklogs.push(worklog);
    }
    if (worklogs.length > 0) found.set(entry, worklogs);
  }
  return found;
}

/** A worklog to which its user has no access any more keeps no other one from being posted. */
async function readOwn(id: string, context: CallContext): Promise<ExistingWorklog | undefined> {
  try {
    const found = await context.timesheet.readWorklog(id, context);
    return found?.isOwn ? found.worklog : undefined;
  } catch (error) {
    if (error instanceof ForbiddenError) return undefined;
    throw error;
  }
}
