import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import {
  isRequest,
  type JournalRecord,
  type JournalStore,
  mayBeOf,
  type ReadRecord,
  type RecordTime,
  readRecord,
} from "../timesheet/ledger/records.ts";
import type { Owner } from "../timesheet/port.ts";
import { attempt, createFile, isCode, writeBeside } from "./files.ts";
import { NON_BLOCKING } from "./others.ts";
import { hashText, KEPT_MS } from "./writers.ts";

export const JOURNAL_ENDING = ".jsonl";

/** A file of this size loses its older half once that is older than KEPT_MS. */
const LARGE_BYTES = 1_000_000;

/** The most bytes that are kept then. A file of twice this size is cut to them once the rest is a day old. */
const MAX_KEPT_BYTES = 12_500_000;

const DAY_MS = 24 * 3_600_000;

/** The part of a file that is read at a time, unless a line is longer: it takes some 20 ms, in which a process answers nothing else. */
const BLOCK_BYTES = 125_000;

/** The bytes before the position to read on from are compared with what was there. */
const MARK_BYTES = 100;

/** O_CREAT is left out: a file that was deleted would begin without a header. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | NON_BLOCKING;

/** An open file, as it was when it was opened. */
interface OpenFile {
  file: number;
  inode: number;
  size: number;
  /** When it was written, in milliseconds since 1970. */
  at: number;
}

/**
 * One record a line, each written at once, at the end. A line that a crash has cut off counts as a record that cannot be read. What the
 * disk refuses is kept here, and written with the next record. A file that does not begin as a journal cannot be used, and is left alone.
 *
 * The file stays open from `open` to `close`, while the lease is held. It is looked at before each write, so that none goes into a file
 * that was replaced or deleted meanwhile.
 *
 * Its limit: what is recorded before the key of the folder can be read has hashes of a key of its own. The folder gets that key if it has
 * none; if it has another one, these records end with the process, which then sees no others.
 */
export class JournalFile implements JournalStore {
  readonly #path: string;
  readonly #keyPath: string;
  readonly #header: string;
  #key = randomBytes(32);
  #isKeyOfFolder = false;
  #open: OpenFile | undefined;
  /** The bytes and lines of the file that are known, the last of these bytes, and the time of the last record. */
  #position = 0;
  #lines = 0;
  #mark = Buffer.alloc(0);
  #last: RecordTime | undefined;
  /** Whether the last read has ended before the end of the file. */
  hasMore = false;
  /** Whether what was read of the file is not what it has: a journal is to be made anew, for which `readNew` begins again. */
  isOutdated = true;
  /** Kept in order. The file may have some of them, which is no harm. */
  #unsaved: JournalRecord[] = [];
  /** Requests that the file has, though a crash of the machine may lose them. */
  #unflushed: JournalRecord[] = [];
  #flushing: Promise<void> | undefined;

  constructor(folder: string, name: string, { site, worker }: Owner) {
    this.#path = join(folder, `${name}${JOURNAL_ENDING}`);
    this.#keyPath = join(folder, "journal.key");
    this.#header = `${JSON.stringify({ version: 1, site, worker })}\n`;
  }

  /** Whether the file has all that was recorded here. */
  get isSaved(): boolean {
    return this.#unsaved.length === 0;
  }

  /** Whether all that is about to be sent is on the disk, as far as the file has it. */
  get isFlushed(): boolean {
    return this.#unflushed.length === 0 && !this.#flushing;
  }

  /** Makes what is missing in the folder, and looks whether the file has what was read of it. @throws an error of the file system */
  open(): OpenFile {
    this.close();
    if (!this.#isKeyOfFolder) this.#takeKey();
    const file = this.#openFile();
    try {
      const status = fstatSync(file);
      if (!status.isFile()) throw new Error(`${basename(this.#path)} is no file`);
      const mark = bytesAt(file, this.#position - this.#mark.length, this.#mark.length);
      // The file may have a part of what is not saved, whose order counts.
      if (!mark.equals(this.#mark) || !this.isSaved) this.#rewind();
      if (this.#position === 0 && !ownerIn(bytesAt(file, 0, BLOCK_BYTES).toString("utf8"))) {
        throw new Error(`${basename(this.#path)} is no journal`);
      }
      this.#open = { file, inode: status.ino, size: status.size, at: status.mtimeMs };
      return this.#open;
    } catch (error) {
      attempt(() => closeSync(file));
      throw error;
    }
  }

  close(): void {
    const { file } = this.#open ?? {};
    this.#open = undefined;
    if (file === undefined) return;
    // An error changes nothing: what has to be on the disk was flushed.
    const close = () => attempt(() => closeSync(file));
    // Another file may get the number of one that is closed.
    if (this.#flushing) void this.#flushing.then(close, close);
    else close();
  }

  /** Reads a part of what the file had more when it was opened. @throws an error of the file system */
  readNew(): ReadRecord[] {
    if (!this.#open) return [];
    const records = this.#readLines(this.#open);
    if (this.isOutdated) records.push(...this.#unsaved);
    this.isOutdated = false;
    return records;
  }

  /** If the disk refuses the record, `save` writes it. */
  append(record: JournalRecord): void {
    this.#unsaved.push(record);
    attempt(() => this.save());
  }

  /** Writes what was recorded and is not in the file. @throws an error of the file system */
  save(): void {
    if (this.isSaved) return;
    const { file, size } = this.#fileNow();
    // Others have added something before, or a crash has cut off a line: it is read together with these.
    const isAtEnd = size === this.#position;
    const text = this.#unsaved.map((record) => `${JSON.stringify(record)}\n`).join("");
    const end = isAtEnd ? "\n" : bytesAt(file, size - 1, 1).toString();
    const bytes = Buffer.from(end === "\n" ? text : `\n${text}`);
    if (writeSync(file, bytes) < bytes.length) throw new Error("short write");
    if (isAtEnd) this.#learn(bytes, this.#unsaved.length, this.#unsaved.at(-1));
    else this.#rewind();
    this.#unflushed.push(...this.#unsaved.filter(isRequest));
    this.#unsaved = [];
  }

  /** Resolves when what is about to be sent is on the disk: one flush for all who wait. @throws an error of the file system */
  async flush(): Promise<void> {
    // A record that is written during a flush may not be in it.
    await this.#flushing?.catch(() => {});
    if (this.isFlushed) return;
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  hash(text: string): string {
    return hashText(this.#key, text);
  }

  /** Drops the older part of a large file once it is old. Only for the holder of the lease. @throws an error of the file system */
  dropOld(wallClock: number): void {
    const { file, size } = this.#open ?? this.open();
    if (size < LARGE_BYTES) return;
    const oldAt = wallClock - (size < 2 * MAX_KEPT_BYTES ? KEPT_MS : DAY_MS);
    const middle = Math.max(Math.floor(size / 2), size - MAX_KEPT_BYTES);
    const sample = linesAt(file, middle, size).whole;
    const first = sample.indexOf("\n") + 1;
    const records = parseLines(sample.subarray(first).toString("utf8").split("\n"), 2, this.#path);
    if (records.length === 0 || records.some(({ at }) => at > oldAt)) return;
    const kept = bytesAt(file, middle + first, size - middle - first);
    try {
      writeBeside(this.#path, Buffer.concat([Buffer.from(this.#header), kept]), (shorter) => {
        // A process without a lease writes beside this one.
        if (statSync(this.#path).size !== size) return;
        // Windows gives no file the name of one that is open.
        this.close();
        renameSync(shorter, this.#path);
      });
    } finally {
      if (!this.#open) this.open();
    }
  }

  #takeKey(): void {
    if (!existsSync(this.#keyPath)) createFile(this.#keyPath, this.#key.toString("base64"));
    if (!statSync(this.#keyPath).isFile()) throw new Error("journal.key is no file");
    const key = Buffer.from(readFileSync(this.#keyPath, "utf8"), "base64");
    if (!this.isSaved && !key.equals(this.#key)) throw new Error("journal.key could not be read before");
    this.#key = key;
    this.#isKeyOfFolder = true;
  }

  #rewind(): void {
    this.#position = 0;
    this.#lines = 0;
    this.#mark = Buffer.alloc(0);
    this.#last = undefined;
    this.hasMore = false;
    this.isOutdated = true;
  }

  /** The file with its size now, opened anew if another one has its name. */
  #fileNow(): Pick<OpenFile, "file" | "size"> {
    const now = statSync(this.#path, { throwIfNoEntry: false });
    if (!this.#open || now?.ino !== this.#open.inode) return this.open();
    return { file: this.#open.file, size: now.size };
  }

  #openFile(): number {
    try {
      return openSync(this.#path, FLAGS);
    } catch (error) {
      if (!isCode(error, "ENOENT")) throw error;
      createFile(this.#path, this.#header);
      return openSync(this.#path, FLAGS);
    }
  }

  #learn(bytes: Buffer, lines: number, last: RecordTime | undefined): void {
    this.#last = last ?? this.#last;
    this.#position += bytes.length;
    this.#lines += lines;
    this.#mark = Buffer.from(bytes.subarray(-MARK_BYTES));
  }

  #readLines({ file, size, at }: OpenFile): ReadRecord[] {
    const { whole, rest } = linesAt(file, this.#position, size);
    const texts = whole.toString("utf8").split("\n");
    const records = parseLines(texts, this.#lines + 1, this.#path, this.#last);
    if (whole.length > 0) this.#learn(whole, texts.length - 1, records.at(-1));
    this.hasMore = rest === undefined;
    if (rest?.length) {
      const place = `the end of ${basename(this.#path)}`;
      records.push(cutRecord(rest.toString("utf8"), place, this.#last ?? { at }));
    }
    return records;
  }

  async #flush(): Promise<void> {
    const records = this.#unflushed;
    this.#unflushed = [];
    try {
      const { file } = this.#open ?? this.open();
      // While the disk works, so does the process: it confirms its lease.
      await promisify(fdatasync)(file);
    } catch (error) {
      // The disk may have lost them.
      this.#unsaved.unshift(...records);
      throw error;
    }
  }
}

/** The user whose journal a text is; undefined if its first line is not that of a journal. */
export function ownerIn(text: string): Owner | undefined {
  const [first = ""] = text.split("\n", 1);
  const { version, site, worker } = Object(parseLine(first)) as Partial<Owner & { version: number }>;
  return version === 1 && site && worker ? { site, worker } : undefined;
}

/** A line that is no JSON was cut off, and is no older than the one before. @param first the number of the first line: 1 is the header */
export function parseLines(lines: string[], first: number, path: string, before?: RecordTime): ReadRecord[] {
  const records: ReadRecord[] = [];
  for (const [index, line] of lines.entries()) {
    const [number, value] = [first + index, parseLine(line)];
    if (number === 1 || line === "") continue;
    const place = `line ${number} of ${basename(path)}`;
    const cut = () => cutRecord(line, place, records.at(-1) ?? before);
    records.push(value === undefined ? cut() : readRecord(value, place));
  }
  return records;
}

/** The record of a line of which this is left. @param before the time of the record before it */
function cutRecord(text: string, place: string, { at, boot, uptime }: RecordTime = { at: 0 }): ReadRecord {
  const [, type] = /"type":"(\w+)"/.exec(text) ?? [];
  // The wall clock alone may be set later.
  const machine = uptime === undefined ? {} : { uptime, ...(boot !== undefined && { boot }) };
  return { at, ...machine, type: "unreadable", place, mayBe: mayBeOf(type), isCut: true };
}

/** The next whole lines of an open file, and the rest up to a position, undefined if it has more lines. @throws an error of the file system */
function linesAt(file: number, from: number, to: number): { whole: Buffer; rest: Buffer | undefined } {
  for (let length = BLOCK_BYTES; ; length *= 2) {
    const bytes = bytesAt(file, from, Math.min(length, to - from));
    const end = bytes.lastIndexOf("\n") + 1;
    const isAll = bytes.length < length;
    if (end > 0 || isAll)
      return { whole: bytes.subarray(0, end), rest: isAll ? bytes.subarray(end) : undefined };
  }
}

/** @throws an error of the file system */
function bytesAt(file: number, position: number, length: number): Buffer {
  if (length <= 0) return Buffer.alloc(0);
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}

/** Undefined if it is no JSON. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
