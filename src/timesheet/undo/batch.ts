import { isLater, isMove, type JournalEntry, lastSent, type MoveEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import type { Owner } from "../port.ts";

/** An entry that became a worklog. */
export type StoredJournalEntry = JournalEntry & Required<Pick<JournalEntry, "stored">>;

/** The entries that one call has sent, those that are stored or have no outcome yet. */
export interface Batch {
  number: JournalEntry["batch"];
  /** Its name for users; `batchesOf` takes it. */
  id: string;
  /** Milliseconds since 1970, by the wall clock. */
  sentAt: number;
  /** Entries that are stored. */
  stored: StoredJournalEntry[];
  /** Ids of the worklogs that it has stored and that TempoFiller has deleted since. */
  deleted: string[];
  /** Entries that may or may not be stored. */
  open: JournalEntry[];
}

type Sites = Pick<Owner, "site" | "formerSite">;

/** The id of a batch: its number; with the site of its journal, if another journal of the user has the same number. */
export function batchIdOf(number: number, site: string, isShared: boolean): string {
  return isShared ? `${number}@${site}` : String(number);
}

/** The batches that an id may mean: two, if it is a number that the former journal has too. */
export function batchesOf(journal: Journal, id: string, sites: Sites): Batch[] {
  return numbersOf(journal)
    .filter((number) => idsOf(number, sites).includes(id))
    .map((number) => batchOf(journal, number, sites));
}

/** The batch that was sent last, of those of which something is stored or may be; undefined if there is none. */
export function lastBatch(journal: Journal, sites: Sites): Batch | undefined {
  const last = lastSent(
    entriesOf(journal).filter((entry) => entry.state === "open" || isStored(entry, journal)),
  );
  return last && batchOf(journal, last.batch, sites);
}

/** The batch that was sent last before another one, of those of which undo may delete something; undefined if there is none. */
export function batchBefore(
  { number }: Pick<Batch, "number">,
  journal: Journal,
  sites: Sites,
): Batch | undefined {
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
  return last && batchOf(journal, last.batch, sites);
}

/** The move that an id means as if it were a batch; undefined if there is none. */
export function moveOf(journal: Journal, id: string, sites: Sites): MoveEntry | undefined {
  return journal
    .entries()
    .filter(isMove)
    .find(({ batch }) => idsOf(batch, sites).includes(id));
}

/** A batch of the journal, as it is now. */
export function batchOf(journal: Journal, number: JournalEntry["batch"], sites: Sites): Batch {
  const entries = entriesOf(journal).filter(({ batch }) => batch === number);
  const isShared = numbersOf(journal).includes(-number);
  return {
    number,
    id: batchIdOf(Math.abs(number), siteOf(number, sites), isShared),
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

function numbersOf(journal: Journal): number[] {
  return [...new Set(entriesOf(journal).map(({ batch }) => batch))];
}

/** All that a user may call it. Batches of a former journal have negative numbers here. */
function idsOf(number: number, sites: Sites): string[] {
  const plain = Math.abs(number);
  return [String(number), String(plain), `${plain}@${siteOf(number, sites)}`];
}

function siteOf(number: number, { site, formerSite = site }: Sites): string {
  return number < 0 ? formerSite : site;
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
