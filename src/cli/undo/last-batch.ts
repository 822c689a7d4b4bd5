import type { Journal, JournalEntry } from "../../timesheet/journal/journal.ts";
import type { StoredEntry } from "../../timesheet/journal/records.ts";

export interface BatchWorklog extends StoredEntry {
  issueKey: string;
  /** By the wall clock, in milliseconds since 1970. */
  sentAt: number;
}

export interface Batch {
  /** Those that are not known to be deleted or changed. */
  worklogs: BatchWorklog[];
  /** Ids of those that were changed since, or may have been: they are no longer what the batch has stored. */
  changed: string[];
  /** How many further worklogs of it may be stored. */
  unknown: number;
}

/** The last batch of which something is still stored; undefined if there is none. */
export function lastBatch(journal: Journal): Batch | undefined {
  const entries = journal.entries();
  const isStored = ({ state, stored }: JournalEntry) =>
    state === "stored" && stored !== undefined && !journal.isDeleted(stored.id);
  const last = entries.filter(isStored).at(-1);
  if (!last) return undefined;
  const batch = entries.filter((entry) => entry.batch === last.batch);
  const stored = batch
    .filter(isStored)
    .flatMap((entry) =>
      entry.stored ? [{ ...entry.stored, issueKey: entry.issueKey, sentAt: entry.sentAt }] : [],
    );
  const isChanged = ({ id }: BatchWorklog) => journal.edits.has(id);
  const worklogs = stored.filter((worklog) => !isChanged(worklog));
  const changed = stored.filter(isChanged).map(({ id }) => id);
  return { worklogs, changed, unknown: batch.filter(({ state }) => state === "open").length };
}
