/** `comment` is a keyed hash of the text. `entry` is a number that no other entry of the person has. */
export interface SentEntry {
  entry: number;
  issueId: string;
  issueKey: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
  /** Ids up to this one existed before the entry was sent, as far as is known. */
  afterId: string;
  /** Earlier entries of the same worklog, of unknown outcome: as many may be stored as well. */
  again?: number[];
}

/** As Tempo showed it; `comment` is a keyed hash of the text. */
export interface KnownWorklog {
  id: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
}

export interface StoredEntry extends KnownWorklog {
  entry: number;
}

/**
 * One line of the journal; `at` is the wall clock, in milliseconds since 1970. `retrying`: the request before never left this
 * machine. `unknown`: the request failed, and its entries may be stored. `editing`: a change of a worklog is sent.
 * `submitting`: a timesheet is sent for approval; `period` is its first date.
 */
export type JournalRecord = { at: number } & (
  | { type: "sending"; batch: number; entries: SentEntry[] }
  | { type: "stored"; worklogs: (StoredEntry & { issueId?: string })[] }
  | { type: "retrying"; entries: number[] }
  | { type: "unknown"; entries: number[] }
  | { type: "notStored"; entries: number[] }
  | { type: "deleted"; ids: string[] }
  | { type: "editing"; id: string }
  | { type: "edited"; worklog: KnownWorklog; mayBeStoredUntil?: number }
  | { type: "notEdited"; id: string }
  | { type: "submitting"; period: string }
  | { type: "submissionSettled"; period: string }
);

/** A record that cannot be read. It is skipped; what it may have announced is waited for. */
export interface UnreadableRecord {
  type: "unreadable";
  /** Where the store has it, for people. */
  place: string;
  at: number;
  /** Whether it may have been recorded before a request. */
  mayBeRequest: boolean;
}

export type ReadRecord = JournalRecord | UnreadableRecord;

export interface JournalStore {
  /** The records that were added since the last call, by whatever process; all of them the first time. */
  readNew(): ReadRecord[];
  /** `sending`, `retrying`, `editing` and `submitting` are durable when this returns, or once the writer has confirmed. */
  append(record: JournalRecord): void;
  hash(comment: string): string;
}
