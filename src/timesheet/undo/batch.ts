import type { Journal, JournalEntry } from "../journal/journal.ts";

/** An entry that became a worklog. */
export type StoredJournalEntry = JournalEntry & Required<Pick<JournalEntry, "stored">>;

/** The entries that one call has sent, those that are stored or have no outcome yet. */
export interface Batch {
  id: JournalEntry["batch"];
  /** Milliseconds since 1970, by the wall clock. */
  sentAt: number;
  /** Those that are stored. */
  stored: StoredJournalEntry[];
  /** Those of which it is not known whether they are stored. */
  open: JournalEntry[];
}

/** The batch of an id, as somebody wrote it; undefined if none has it. */
export function batchOf(journal: Journal, id: string): Batch | undefined {
  const entries = journal.entries().filter(({ batch }) => String(batch) === id);
  const [first] = entries;
  if (!first) return undefined;
  return {
    id: first.batch,
    sentAt: first.sentAt,
    // Requests of one batch leave side by side, in no certain order.
    stored: entries
      .filter((entry): entry is StoredJournalEntry => isStored(entry, journal))
      .sort((a, b) => a.date.localeCompare(b.date) || a.entry - b.entry),
    open: entries.filter(({ state }) => state === "open"),
  };
}

/** The id of the batch that was sent last, of those of which something is stored or may be; undefined if there is none. */
export function lastBatchId(journal: Journal): string | undefined {
  // Records that the disk refused are written later, so their order is not always that of their times.
  const last = journal
    .entries()
    .filter((entry) => entry.state === "open" || isStored(entry, journal))
    .reduce<JournalEntry | undefined>(
      (latest, entry) => (latest && latest.sentAt > entry.sentAt ? latest : entry),
      undefined,
    );
  return last && String(last.batch);
}

function isStored({ stored }: JournalEntry, journal: Journal): boolean {
  return stored !== undefined && !journal.isDeleted(stored.id);
}
