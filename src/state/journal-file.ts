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
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import type { JournalRecord, JournalStore, ReadRecord } from "../timesheet/journal/records.ts";
import { createFile, writeBeside } from "./create-file.ts";
import { blocksOfLines, type JournalHeader, otherFormatOf, parseLines } from "./journal-lines.ts";
import { hashComment, KEPT_MS } from "./journal-rules.ts";

/** The size from which old records are dropped. */
const MAX_BYTES = 1_000_000;

/** How much in the middle of a large file is looked at for the age of its records. */
const SAMPLE_BYTES = 256_000;

/** How much before the place to read on from is compared with what was there. */
const MARK_BYTES = 100;

/** Records of what is about to be sent. */
const DURABLE: ReadonlySet<string> = new Set<JournalRecord["type"]>([
  "sending",
  "retrying",
  "editing",
  "submitting",
]);

/** What was read so far of a file. */
const NOTHING_READ = { inode: 0, position: 0, lines: 0, mark: Buffer.alloc(0) };

/**
 * One record a line, each written at once, at the end. A line that a crash has cut off is skipped. What the disk refuses is kept here,
 * and written with the next record. A file of another format, which a newer version of the program has written, is left alone.
 */
export class JournalFile implements JournalStore {
  readonly #path: string;
  readonly #keyPath: string;
  readonly #header: JournalHeader;
  #key: Buffer | undefined;
  #read = NOTHING_READ;
  /** Whether no crash has cut off the last line. Its holder alone adds lines while it has the lease. */
  #endsWithLine = false;
  #otherFormat: string | undefined;
  /** In order. The file may have some of them, which is no harm. */
  #unsaved: JournalRecord[] = [];
  #areUnsavedKnown = true;
  /** Whether nothing has failed since the file was read from its beginning. */
  #isCurrent = true;
  /** Durable ones that the file has, though a crash of the machine may lose them. */
  #unflushed: JournalRecord[] = [];
  #flushing: Promise<void> | undefined;

  constructor(folder: string, name: string, owner: Omit<JournalHeader, "version">) {
    this.#path = join(folder, `${name}.jsonl`);
    this.#keyPath = join(folder, "journal.key");
    this.#header = { version: 1, ...owner };
  }

  /** Whether the file has all that was recorded here. */
  get isSaved(): boolean {
    return this.#unsaved.length === 0;
  }

  /** Whether all that is about to be sent is on the disk, as far as the file has it. */
  get isFlushed(): boolean {
    return this.#unflushed.length === 0 && !this.#flushing;
  }

  /** Makes what is missing in the folder. @throws an error of the file system */
  open(): void {
    const key = this.#key ?? secretKey(this.#keyPath);
    if (!this.#key) {
      // Without the key, comments were kept as they are.
      this.#unsaved = this.#unsaved.map((record) => withHashes(record, key));
      this.#isCurrent = false;
    }
    this.#key = key;
    if (!existsSync(this.#path)) createFile(this.#path, `${JSON.stringify(this.#header)}\n`);
  }

  /** Whether what was read, and what was recorded here, is what the file has. If not, `readNew` begins again. @throws an error of the file system */
  isCurrent(): boolean {
    const file = openSync(this.#path, "r");
    try {
      if (this.#isCurrent && this.isSaved && this.#isSame(file)) return true;
    } finally {
      closeSync(file);
    }
    this.#rewind();
    return false;
  }

  readNew(): ReadRecord[] {
    const records = this.#key ? this.#readFile() : [];
    if (!this.#areUnsavedKnown) for (const record of this.#unsaved) records.push(record);
    this.#areUnsavedKnown = true;
    return records;
  }

  /** `save` writes it. */
  append(record: JournalRecord): void {
    this.#unsaved.push(record);
  }

  /** Writes what was recorded and is not in the file. @throws an error of the file system */
  save(): void {
    // Before its header was read, the file may be another version's.
    const isOurs = this.#key && this.#read.inode !== 0 && this.#otherFormat === undefined;
    if (this.isSaved || !isOurs) return;
    const lines = this.#unsaved.map((record) => `${JSON.stringify(record)}\n`).join("");
    const bytes = Buffer.from(`${this.#endsWithLine ? "" : "\n"}${lines}`);
    // Without O_CREAT: a file that was deleted would begin without a header.
    const file = openSync(this.#path, constants.O_WRONLY | constants.O_APPEND);
    try {
      this.#endsWithLine = false;
      if (writeSync(file, bytes) < bytes.length) throw new Error("short write");
      this.#endsWithLine = true;
    } finally {
      closeSync(file);
    }
    this.#unflushed.push(...this.#unsaved.filter(({ type }) => DURABLE.has(type)));
    this.#unsaved = [];
  }

  /** Resolves when what is about to be sent is on the disk: one flush for all who wait. @throws an error of the file system */
  async flush(): Promise<void> {
    // What is recorded during a flush may not be in it.
    await this.#flushing?.catch(() => {});
    if (this.isFlushed) return;
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  hash(comment: string): string {
    return this.#key ? hashComment(this.#key, comment) : comment;
  }

  /**
   * Drops old records from a large file once they are about half of it. Only for the holder of the lease: what another process adds at
   * the same moment would be lost.
   */
  dropOld(wallClock: number): void {
    const { size } = statSync(this.#path);
    const isOld = ({ at }: ReadRecord) => at <= wallClock - KEPT_MS;
    if (size < MAX_BYTES || !this.#sample(size / 2).every(isOld)) return;
    const [header = "", ...lines] = readFileSync(this.#path, "utf8").split("\n");
    if (otherFormatOf(header) !== undefined) return;
    const kept = lines.filter((line) => parseLines([line], 2, this.#path).some((record) => !isOld(record)));
    const shorter = writeBeside(this.#path, [header, ...kept, ""].join("\n"));
    try {
      renameSync(shorter, this.#path);
    } catch (error) {
      rmSync(shorter, { force: true });
      throw error;
    }
  }

  async #flush(): Promise<void> {
    const records = this.#unflushed;
    this.#unflushed = [];
    try {
      await flushFile(this.#path);
    } catch (error) {
      // The disk may have lost them.
      this.#unsaved.unshift(...records);
      throw error;
    }
  }

  #rewind(): void {
    this.#isCurrent = true;
    this.#read = NOTHING_READ;
    this.#areUnsavedKnown = false;
  }

  #readFile(): ReadRecord[] {
    const file = openSync(this.#path, "r");
    try {
      if (!this.#isSame(file)) this.#rewind();
      const { ino, size, mtimeMs } = fstatSync(file);
      let { position, lines, mark } = this.#read;
      const records: ReadRecord[] = [];
      for (const block of blocksOfLines(file, position, size)) {
        const text = block.toString("utf8").split("\n");
        if (lines === 0) this.#otherFormat = otherFormatOf(text[0] ?? "");
        if (this.#otherFormat !== undefined) return [this.#unreadable(this.#otherFormat, mtimeMs)];
        for (const record of parseLines(text, lines + 1, this.#path)) records.push(record);
        position += block.length;
        lines += text.length - 1;
        mark = Buffer.from(block.subarray(-MARK_BYTES));
      }
      this.#read = { inode: ino, position, lines, mark };
      this.#endsWithLine = position === size;
      return records;
    } finally {
      closeSync(file);
    }
  }

  /** What another version has sent may be stored before a list shows it. */
  #unreadable(format: string, at: number): ReadRecord {
    const place = `all of ${basename(this.#path)}, which another version of TempoFiller has written (format ${format})`;
    return { type: "unreadable", place, at, mayBeRequest: true };
  }

  /** Whether the file is the one of which something was read, and that is still in it. */
  #isSame(file: number): boolean {
    const { inode, position, mark } = this.#read;
    const { ino, size } = fstatSync(file);
    if (inode === 0) return true;
    if (ino !== inode || size < position) return false;
    const bytes = Buffer.alloc(mark.length);
    readSync(file, bytes, 0, bytes.length, position - mark.length);
    return bytes.equals(mark);
  }

  /** A few records from a position on. */
  #sample(position: number): ReadRecord[] {
    const file = openSync(this.#path, "r");
    try {
      const bytes = Buffer.alloc(SAMPLE_BYTES);
      const read = readSync(file, bytes, 0, bytes.length, Math.floor(position));
      const [, ...lines] = bytes.toString("utf8", 0, read).split("\n");
      return parseLines(lines, 2, this.#path);
    } finally {
      closeSync(file);
    }
  }
}

function secretKey(path: string): Buffer {
  if (!existsSync(path)) createFile(path, randomBytes(32).toString("base64"));
  return Buffer.from(readFileSync(path, "utf8"), "base64");
}

function withHashes(record: JournalRecord, key: Buffer): JournalRecord {
  return JSON.parse(JSON.stringify(record), (name, value) =>
    name === "comment" ? hashComment(key, value) : value,
  );
}

/** While the disk works, so does the process: it confirms its lease. */
async function flushFile(path: string): Promise<void> {
  const file = openSync(path, "r+");
  try {
    await new Promise<void>((resolve, reject) => {
      fdatasync(file, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    closeSync(file);
  }
}
