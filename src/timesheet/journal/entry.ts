import { isOfLease } from "./entry-numbers.ts";
import type { FormerWorklog, SentEntry, StoredEntry } from "./records.ts";

/** The outcome of an entry. `open`: it was sent, and nothing is known. `replaced`: it was, and it was sent again. */
type State = "open" | "stored" | "notStored" | "replaced";

export interface JournalEntry extends SentEntry {
  batch: number;
  /** The digest of its plan. */
  plan?: string;
  /** The worklog that it replaces. */
  moves?: FormerWorklog;
  /** Ids of its record's `seen`. */
  seen?: ReadonlySet<string>;
  sentAt: number;
  /** The milliseconds by which the server's clock is ahead of the one that `sentAt` is of, if they are known. */
  serverAhead?: number;
  state: State;
  failedAt?: number;
  stored?: StoredEntry;
}

/** An entry that was sent to replace a worklog on another issue. */
export type MoveEntry = JournalEntry & Required<Pick<JournalEntry, "moves">>;

/** Whether an entry was sent to move a worklog. */
export function isMove(entry: JournalEntry): entry is MoveEntry {
  return entry.moves !== undefined;
}

/** The entry whose batch was sent last, the last of several; undefined of none. */
export function lastSent(entries: readonly JournalEntry[]): JournalEntry | undefined {
  return entries.reduce<JournalEntry | undefined>(
    (latest, entry) => (latest && isLater(latest, entry) ? latest : entry),
    undefined,
  );
}

/**
 * Whether the batch of one entry was sent after that of another. The numbers of a lease are greater than those of each lease before, whatever a clock said; others are ordered by their times. Records that
 * the disk refused are written later, so their order says nothing.
 */
export function isLater(one: JournalEntry, other: JournalEntry): boolean {
  const areOfLeases = [one, other].every(({ batch }) => batch > 0 && isOfLease(batch));
  return areOfLeases ? one.batch > other.batch : one.sentAt > other.sentAt;
}
