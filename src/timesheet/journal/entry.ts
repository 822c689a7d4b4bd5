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
