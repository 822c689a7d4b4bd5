import type { MachineTime } from "../clock.ts";

/** `comment` is a keyed hash of the text. `entry` is a number that no other entry of the user has. */
export interface SentEntry {
  entry: number;
  issueId: string;
  issueKey: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
  /** The highest id that was known before the entry was sent. It says what is newer where its record has no `seen`. */
  afterId: string;
  /** Earlier entries of the same worklog, of unknown outcome: as many may be stored as well. */
  again?: number[];
}

/** A worklog that Tempo showed; `comment` is a keyed hash of the text. */
export interface KnownWorklog {
  id: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
  createdAt?: number;
  /** Left out where nothing asks for it, and by an earlier version. */
  issueId?: string;
  /** The key of that issue; only changes record it. */
  issueKey?: string;
}

/** A worklog as it was before it was moved to another issue. */
export interface FormerWorklog extends KnownWorklog {
  issueId: string;
  /** A keyed hash of its start time and work attributes; an earlier version leaves it out. */
  rest?: string;
}

export interface StoredEntry extends KnownWorklog {
  entry: number;
  /** Whether it was found by reading: no response has named it. */
  isFound?: boolean;
}

/** `at` is the wall clock, in milliseconds since 1970. Files keep the time of the machine beside it. */
export type RecordTime = { at: number } & Partial<MachineTime>;

/**
 * One line of the journal. `seen`: the worklogs of the entries' issues and dates that existed before and are no entries of the journal;
 * an earlier version did not record it. `plan`: the digest of the plan that they are, if a repeated call is to find them. `moves`: the worklog that the one entry
 * replaces on another issue, which is deleted once the entry is stored. `serverTime`: the server's own time then, in
 * milliseconds since 1970, where it is known. `retrying`: the request before never left this machine. `unknown`: the request failed, and its entries may be stored. `deleting`: a delete is sent; `date` is the worklog's.
 * `editing`: a change of a worklog is sent; `issueId` and `date` are its own before it, which an earlier version leaves out. `submitting`: a timesheet is sent for approval; `period` is its first date; `recalls`: it is
 * recalled instead, which an earlier version counts as a submission.
 */
export type JournalRecord = RecordTime &
  (
    | {
        type: "sending";
        batch: number;
        entries: SentEntry[];
        seen?: string[];
        plan?: string;
        moves?: FormerWorklog;
        serverTime?: number;
      }
    | { type: "stored"; worklogs: StoredEntry[] }
    | { type: "retrying"; entries: number[] }
    | { type: "unknown"; entries: number[] }
    | { type: "notStored"; entries: number[] }
    | { type: "deleting"; id: string; date?: string }
    | { type: "notDeleted"; id: string }
    | { type: "deleted"; ids: string[] }
    | { type: "editing"; id: string; issueId?: string; date?: string }
    | { type: "edited"; worklog: KnownWorklog; before?: KnownWorklog; mayBeStoredUntil?: number }
    | { type: "notEdited"; id: string }
    | { type: "submitting"; period: string; recalls?: boolean }
    | { type: "submissionSettled"; period: string; made?: boolean }
  );

type RecordKind = "request" | "outcome";

/** Whether a record announces a request that is about to be sent, or says what became of one. */
const KINDS: Readonly<Record<JournalRecord["type"], RecordKind>> = {
  sending: "request",
  stored: "outcome",
  retrying: "request",
  unknown: "outcome",
  notStored: "outcome",
  deleting: "request",
  notDeleted: "outcome",
  deleted: "outcome",
  editing: "request",
  edited: "outcome",
  notEdited: "outcome",
  submitting: "request",
  submissionSettled: "outcome",
};

/** The kind of a record by its type; undefined for a type that does not exist. */
export function kindOf(type: unknown): RecordKind | undefined {
  return typeof type === "string" && Object.hasOwn(KINDS, type)
    ? KINDS[type as JournalRecord["type"]]
    : undefined;
}

/** The most that a record may have been which cannot be read: a batch is a request that creates worklogs. */
type MayBe = RecordKind | "batch";

/** @param type of the record, as far as it can be read; one that does not exist may be of a newer version, or be cut off */
export function mayBeOf(type: unknown): MayBe {
  return type === "sending" ? "batch" : (kindOf(type) ?? "batch");
}

/** A record that cannot be read. It is skipped; what it may have announced is waited for. */
export type UnreadableRecord = RecordTime & {
  type: "unreadable";
  /** Its place in the store, for messages. */
  place: string;
  mayBe: MayBe;
  /** Whether it was not written to its end: by a crash, before its request, or by a disk that refused it, while the request was sent. */
  isCut?: "line" | "end of file";
};

export type ReadRecord = JournalRecord | UnreadableRecord;

export interface JournalStore {
  /** The records that were added since the last call, by whatever process; all of them the first time. */
  readNew(): ReadRecord[];
  /** A record that announces a request is durable when this returns, or once the writer has confirmed. */
  append(record: JournalRecord): void;
  hash(comment: string): string;
}

/** A journal that ends with the process, and that begins with these records. */
export function journalInMemory(records: ReadRecord[] = []): JournalStore {
  return { readNew: () => records.splice(0), append() {}, hash: (comment) => comment };
}
