import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { readRecord } from "../timesheet/journal/read-record.ts";
import type { JournalRecord, JournalStore, ReadRecord } from "../timesheet/journal/records.ts";
import { createFile, FILE_MODE, writeBeside } from "./create-file.ts";
import { hashComment, KEPT_MS } from "./journal-rules.ts";

/** The size from which old records are dropped. */
const MAX_BYTES = 1_000_000;

/** Records of what is about to be sent. */
const DURABLE: ReadonlySet<string> = new Set<JournalRecord["type"]>([
  "sending",
  "retrying",
  "deleting",
  "editing",
  "submitting",
]);

interface JournalHeader {
  version: 1;
  site: string;
  worker: string;
}

export function journalPath(folder: string, name: string): string {
  return join(folder, `${name}.jsonl`);
}

/** One record a line, each written at once, at the end. A line that a crash has cut off is skipped. */
export class JournalFile implements JournalStore {
  readonly #path: string;
  readonly #key: Buffer;
  /** What was read so far: the file by its inode, and how much of it. */
  #inode = 0;
  #position = 0;
  #lines = 0;
  /** Whether no crash has cut off the last line. Its holder alone adds lines while it has the lease. */
  #endsWithLine = false;

  /** @throws an error of the file system if the folder cannot be used */
  constructor(folder: string, name: string, { site, worker }: Omit<JournalHeader, "version">) {
    this.#path = journalPath(folder, name);
    this.#key = secretKey(join(folder, "journal.key"));
    const header: JournalHeader = { version: 1, site, worker };
    if (!existsSync(this.#path)) createFile(this.#path, `${JSON.stringify(header)}\n`);
  }

  readNew(): ReadRecord[] {
    const file = openSync(this.#path, "r");
    try {
      const { ino, size } = fstatSync(file);
      if (ino !== this.#inode || size < this.#position) [this.#position, this.#lines] = [0, 0];
      this.#inode = ino;
      const bytes = Buffer.alloc(size - this.#position);
      const read = readSync(file, bytes, 0, bytes.length, this.#position);
      const end = bytes.lastIndexOf("\n", read - 1) + 1;
      this.#position += end;
      this.#endsWithLine = end === bytes.length;
      const lines = bytes.toString("utf8", 0, end).split("\n");
      const first = this.#lines + 1;
      this.#lines += lines.length - 1;
      return parseLines(lines, first, this.#path);
    } finally {
      closeSync(file);
    }
  }

  append(record: JournalRecord): void {
    const file = openSync(this.#path, "a", FILE_MODE);
    try {
      writeSync(file, `${this.#endsWithLine ? "" : "\n"}${JSON.stringify(record)}\n`);
      this.#endsWithLine = true;
      if (DURABLE.has(record.type)) fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  hash(comment: string): string {
    return hashComment(this.#key, comment);
  }

  /** Only for the holder of the lease: what another process adds at the same moment would be lost. */
  dropOld(wallClock: number): void {
    const text = readFileSync(this.#path, "utf8");
    if (Buffer.byteLength(text) < MAX_BYTES) return;
    const [header = "", ...lines] = text.split("\n");
    const kept = lines.filter((line) =>
      parseLines([line], 2, this.#path).some(({ at }) => at > wallClock - KEPT_MS),
    );
    renameSync(writeBeside(this.#path, [header, ...kept, ""].join("\n")), this.#path);
  }
}

/** Undefined if the file is no journal. */
export function readJournalFile(path: string): { header: JournalHeader; records: ReadRecord[] } | undefined {
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n");
  const header = parseLine(lines[0] ?? "") as Partial<JournalHeader> | undefined | null;
  if (header?.version !== 1 || !header.site || !header.worker) return undefined;
  return { header: header as JournalHeader, records: parseLines(lines, 1, path) };
}

function secretKey(path: string): Buffer {
  if (!existsSync(path)) createFile(path, randomBytes(32).toString("base64"));
  return Buffer.from(readFileSync(path, "utf8"), "base64");
}

/** The first line of a file is its header. What a crash has cut off is no JSON, and was not sent: it is skipped. */
function parseLines(lines: readonly string[], first: number, path: string): ReadRecord[] {
  return lines.flatMap((line, index) => {
    const [number, value] = [first + index, parseLine(line)];
    return number === 1 || value === undefined
      ? []
      : [readRecord(value, `line ${number} of ${basename(path)}`)];
  });
}

/** Undefined if it is no JSON. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
