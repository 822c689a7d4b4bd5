/** A worklog that was sent, as the journal keeps it. */
export interface SentEntry {
  /** The entry's number, unique in the journal. */
  entry: number;
  issueId: string;
  issueKey: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  /** Keyed hash of the comment. */
  comment: string;
  /** Ids up to this one existed before the entry was sent, as far as is known. */
  afterId: string;
  /** Earlier entries of the same worklog, of unknown outcome: as many may be stored as well. */
  again?: number[];
}

/** What became of an entry: the worklog as Tempo showed it. */
export interface StoredEntry {
  entry: number;
  id: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  /** Keyed hash of the comment. */
  comment: string;
}

/**
 * One line of the journal. `at` is the wall clock, in milliseconds since 1970.
 *
 * - `sending`: these entries are sent now. Written, and durable, before the request leaves.
 * - `retrying`: they are sent once more, since the request before never left this machine.
 * - `stored`: they are stored. `unknown`: the request failed, and they may be stored. `notStored`: they are not.
 * - `deleted`: these worklogs were deleted.
 */
export type JournalRecord = { at: number } & (
  | { type: "sending"; batch: number; entries: SentEntry[] }
  | { type: "stored"; worklogs: StoredEntry[] }
  | { type: "retrying"; entries: number[] }
  | { type: "unknown"; entries: number[] }
  | { type: "notStored"; entries: number[] }
  | { type: "deleted"; ids: string[] }
);

/** Where the records of one person on one site are kept. */
export interface JournalStore {
  /** The records that were added since the last call, by whatever process; all of them the first time. */
  readNew(): JournalRecord[];
  /** Adds a record. One of type `sending` is durable when this returns. */
  append(record: JournalRecord): void;
  /** Keyed hash of a comment. */
  hash(comment: string): string;
}
