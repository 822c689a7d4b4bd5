import type { MachineTime } from "../clock.ts";
import type { Approval } from "../port.ts";

/** A worklog as a request wants it. */
export interface Wanted {
  issueId: string;
  issueKey: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  /** A keyed hash of the comment, without what storing may make of it. */
  comment: string;
  /** A keyed hash of the start time HH:mm; left out if it does not matter. */
  start?: string;
  /** A keyed hash of all work attributes; left out if those that are not given do not matter. */
  attributes?: string;
  /** Keyed hashes of the attributes that a call gave: of each value by that of its key, in order. Left out if it gave none. */
  given?: Record<string, string>;
}

/** A worklog as Tempo showed it. */
export interface KnownWorklog {
  id: string;
  issueId: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  /** A keyed hash of the comment. */
  comment: string;
  /** The same as in `Wanted`; that of an empty text for midnight, which stands for none. */
  start?: string;
  /** The same; left out if Tempo did not show them. */
  attributes?: string;
  createdAt?: number;
  /** The key of the issue; left out where nothing asks for it. */
  issueKey?: string;
}

export type Effect = "submitted" | "recalled";

/** One thing that a request is to do. */
export type NewIntent =
  /** `replaces`: the worklog on another issue that is deleted once this one is stored. */
  | { op: "create"; wanted: Wanted; replaces?: KnownWorklog }
  | { op: "change"; before: KnownWorklog; wanted: Wanted }
  | { op: "delete"; before: KnownWorklog }
  /** A timesheet is submitted or recalled; `period` is its first date. */
  | { op: "status"; period: string; from: Approval["status"]; effect: Effect };

/** `number` is one that no other intent of the user has. */
export type Intent = { number: number } & NewIntent;

/** `at` is the wall clock, in milliseconds since 1970. Files keep the time of the machine beside it. */
export type RecordTime = { at: number } & Partial<MachineTime>;

/** An intent that took effect. */
export interface Done {
  number: number;
  /** The worklog that Tempo holds then; left out for one that is deleted, and for a timesheet. */
  row?: KnownWorklog;
  /** Whether nothing proves that the worklog is the intent's own: no answer has named it, and it is not as it was sent. */
  unproven?: boolean;
}

/**
 * One line of the journal. `intent`: a request is about to be sent; `batch` is the number of the first intent of its call, `seen` are the
 * worklogs of the issues and dates of its creates that existed before and are no results of others, `plan` is the digest of the plan that it carries out, `serverTime` the
 * server's own time, where it is known. `again`: the request is sent once more, since it has never left or was refused as busy. `lost`: the
 * request has failed and may take effect; `silent` if nothing says that Tempo has stopped working on it. `unsure`: only a user can say which worklog it is, if any of `may` is. `gone`: worklogs that do not exist any more.
 * `copy`: a worklog that may be a duplicate of an intent's own.
 */
export type JournalRecord = RecordTime &
  (
    | {
        type: "intent";
        batch: number;
        intents: Intent[];
        seen?: string[];
        plan?: string;
        serverTime?: number;
      }
    | { type: "again"; numbers: number[] }
    | { type: "lost"; numbers: number[]; silent?: boolean }
    | { type: "done"; fates: Done[] }
    | { type: "void"; numbers: number[] }
    | { type: "unsure"; fates: { number: number; may: string[] }[] }
    | { type: "gone"; ids: string[] }
    | { type: "copy"; id: string; of: number }
  );

/** The numbers of the intents that a record is about. */
export function numbersOf(record: ReadRecord): number[] {
  if (record.type === "intent") return record.intents.map(({ number }) => number);
  if (record.type === "done" || record.type === "unsure") return record.fates.map(({ number }) => number);
  return "numbers" in record ? record.numbers : [];
}

/** Whether a record announces a request, so that it must be durable before the request leaves. */
export function isRequest({ type }: { type: string }): boolean {
  return type === "intent" || type === "again";
}

const OUTCOMES = new Set<unknown>(["lost", "done", "void", "unsure", "gone", "copy"]);

/** The most that a record may have been which cannot be read. One of an unknown type may be cut off. */
export function mayBeOf(type: unknown): UnreadableRecord["mayBe"] {
  return OUTCOMES.has(type) ? "outcome" : "request";
}

/** A record that cannot be read. It is skipped; what it may have announced is waited for. */
export type UnreadableRecord = RecordTime & {
  type: "unreadable";
  /** Its place in the store, for messages. */
  place: string;
  mayBe: "request" | "outcome";
  /** Whether its end is missing. A crash cut it before its request left, or a disk refused it, and the request was sent all the same. */
  isCut?: true;
};

export type ReadRecord = JournalRecord | UnreadableRecord;

/** The list that each type of record has, and its other field of `copy`. */
const LISTS = {
  intent: "intents",
  again: "numbers",
  lost: "numbers",
  done: "fates",
  void: "numbers",
  unsure: "fates",
  gone: "ids",
  copy: "id",
} as const satisfies Record<JournalRecord["type"], string>;

/**
 * The record that a store has kept. Any other value is unreadable; it may be what was left of the record of a request, unless its
 * type says that it is an outcome. Without an outcome a request counts as in doubt, so that it is looked for.
 *
 * @param place of the value in the store
 * @param keptAt when it was recorded, if the store knows that too; a value that does not say it is taken to be old
 */
export function readRecord(value: unknown, place: string, keptAt?: number): ReadRecord {
  const fields = isObject(value) ? value : {};
  if (isRecord(fields)) return fields;
  const { type, at, boot, uptime } = fields as Record<keyof RecordTime | "type", unknown>;
  return {
    type: "unreadable",
    place,
    at: keptAt ?? (isNumber(at) ? at : 0),
    ...(typeof boot === "string" && { boot }),
    ...(isNumber(uptime) && { uptime }),
    mayBe: mayBeOf(type),
  };
}

/** A line is written in one piece, so a record with the parts on which all depends has the rest too. */
function isRecord(fields: object): fields is JournalRecord {
  const { type, at, of, ...others } = fields as Record<"type" | "at" | "of", unknown> &
    Record<string, unknown>;
  if (!isNumber(at) || typeof type !== "string" || !Object.hasOwn(LISTS, type)) return false;
  const list = others[LISTS[type as keyof typeof LISTS]];
  if (type === "copy") return typeof list === "string" && Number.isSafeInteger(of);
  if (!Array.isArray(list)) return false;
  if (type === "gone") return list.every((id) => typeof id === "string");
  return list.every(
    (it) => Number.isSafeInteger(isObject(it) ? it.number : it) && (type !== "intent" || isIntent(it)),
  );
}

const PARTS: Record<string, string[]> = {
  create: ["wanted"],
  change: ["before", "wanted"],
  delete: ["before"],
  status: [],
} satisfies Record<Intent["op"], string[]>;

function isIntent({ op, ...parts }: Record<string, unknown>): boolean {
  return (
    typeof op === "string" &&
    Object.hasOwn(PARTS, op) &&
    PARTS[op]?.every((part) => isObject(parts[part])) === true
  );
}

function isObject(value: unknown): value is Record<string, unknown> & { number?: unknown } {
  return typeof value === "object" && value !== null;
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** The place where the records of one user are kept: memory, a file or PostgreSQL. */
export interface JournalStore {
  /** The records that were added since the last call, by whatever process; all of them the first time. */
  readNew(): ReadRecord[];
  /** A record that announces a request is durable when this returns, or once the writer has confirmed. */
  append(record: JournalRecord): void;
  hash(text: string): string;
}

/** A journal that ends with the process, and that begins with these records. */
export function journalInMemory(records: ReadRecord[] = []): JournalStore {
  return { readNew: () => records.splice(0), append() {}, hash: (text) => text };
}
