import { isLater, isMove, type JournalEntry, lastSent, type MoveEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";

/** An entry that became a worklog. */
export type StoredJournalEntry = JournalEntry & Required<Pick<JournalEntry, "stored">>;

/** The entries that one call has sent, those that are stored or have no outcome yet. */
export interface Batch {
  number: JournalEntry["batch"];
  /** Milliseconds since 1970, by the wall clock. */
  sentAt: number;
  /** Entries that are stored. */
  stored: StoredJournalEntry[];
  /** Ids of the worklogs that it has stored and that TempoFiller has deleted since. */
  deleted: string[];
  /** Entries that may or may not be stored. */
  open: JournalEntry[];
}

/** The batch that an id means; undefined if there is none. */
export function batchOfId(journal: Journal, id: string): Batch | undefined {
  const found = entriesOf(journal).find(({ batch }) => String(batch) === id);
  return found && batchOf(journal, found.batch);
}

/** The batch that was sent last, of those of which something is stored or may be; undefined if there is none. */
export function lastBatch(journal: Journal): Batch | undefined {
  const last = lastSent(
    entriesOf(journal).filter((entry) => entry.state === "open" || isStored(entry, journal)),
  );
  return last && batchOf(journal, last.batch);
}

/** The batch that was sent last before another one, of those of which undo may delete something; undefined if there is none. */
export function batchBefore({ number }: Pick<Batch, "number">, journal: Journal): Batch | undefined {
  const entries = entriesOf(journal);
  const [first] = entries.filter(({ batch }) => batch === number);
  const last = lastSent(
    entries.filter(
      (entry) =>
        first &&
        entry.batch !== number &&
        !isLater(entry, first) &&
        (entry.state === "open" || (isStored(entry, journal) && !isChanged(entry, journal))),
    ),
  );
  return last && batchOf(journal, last.batch);
}

/** The move that an id means as if it were a batch; undefined if there is none. */
export function moveOf(journal: Journal, id: string): MoveEntry | undefined {
  return journal
    .entries()
    .filter(isMove)
    .find(({ batch }) => String(batch) === id);
}

/** A batch of the journal, as it is now. */
export function batchOf(journal: Journal, number: JournalEntry["batch"]): Batch {
  const entries = entriesOf(journal).filter(({ batch }) => batch === number);
  return {
    number,
    sentAt: entries[0]?.sentAt ?? 0,
    // Requests of one batch leave side by side, in no certain order.
    stored: entries
      .filter((entry): entry is StoredJournalEntry => isStored(entry, journal))
      .sort((a, b) => a.date.localeCompare(b.date) || a.entry - b.entry),
    deleted: entries.flatMap(({ stored }) => (stored && journal.isDeleted(stored.id) ? [stored.id] : [])),
    open: entries.filter(({ state }) => state === "open"),
  };
}

/** The entries of batches: a move is none, and the entry that it has moved has its result. */
function entriesOf(journal: Journal): JournalEntry[] {
  return journal.entries().flatMap((entry) => {
    if (isMove(entry)) return [];
    const { stored } = journal.movedTo(entry) ?? {};
    return [stored ? { ...entry, stored: { ...stored, entry: entry.entry } } : entry];
  });
}

function isStored({ stored }: JournalEntry, journal: Journal): boolean {
  return stored !== undefined && !journal.isDeleted(stored.id);
}

/** Whether a call has changed or moved its worklog, which undo then keeps. */
function isChanged({ entry, stored }: JournalEntry, journal: Journal): boolean {
  return (
    stored !== undefined && (journal.edits.has(stored.id) || journal.entryOfId(stored.id)?.entry !== entry)
  );
}
