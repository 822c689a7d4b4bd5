import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import {
  isRequest,
  type JournalRecord,
  type JournalStore,
  type ReadRecord,
  type RecordTime,
} from "../timesheet/ledger/records.ts";
import { createFile, isCode, writeBeside } from "./files.ts";
import {
  bytesAt,
  cutRecord,
  headerIn,
  type JournalHeader,
  journalPath,
  linesAt,
  parseLines,
} from "./journal-lines.ts";
import { commentHasher, KEPT_MS, withHashes } from "./journal-rules.ts";
import { NON_BLOCKING } from "./others.ts";

/** The sizes from which the older half of a file is dropped, with the age that its records have then. */
const DROPPED = [
  { fromBytes: 1_000_000, olderThan: KEPT_MS },
  { fromBytes: 25_000_000, olderThan: 24 * 3_600_000 },
];

/** The most bytes that are kept then. */
const MAX_KEPT_BYTES = 12_500_000;

/** The bytes after the middle of a large file that are read for the age of its records. */
const SAMPLE_BYTES = 256_000;

/** The bytes that are read for the header, and for the type of a line that was cut off. */
const PEEK_BYTES = 4096;

/** The bytes before the position to read on from are compared with what was there. */
const MARK_BYTES = 100;

/** O_CREAT is left out: a file that was deleted would begin without a header. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | NON_BLOCKING;

/** An open file, as it was when it was opened. */
interface OpenFile {
  file: number;
  inode: number;
  size: number;
}

/** The part of a file that is known: up to a position, with the bytes before it. */
interface Known {
  position: number;
  lines: number;
  mark: Buffer;
  last?: RecordTime | undefined;
}

const NOTHING: Known = { position: 0, lines: 0, mark: Buffer.alloc(0) };

/**
 * One record a line, each written at once, at the end. A line that a crash has cut off counts as a record that cannot be read. What the
 * disk refuses is kept here, and written with the next record. A file that does not begin as a journal is left alone.
 *
 * The file stays open from `open` to `close`, while the lease is held. It is looked at before each write, so that none goes into a file
 * that was replaced or deleted meanwhile.
 */
export class JournalFile implements JournalStore {
  readonly #path: string;
  readonly #keyPath: string;
  readonly #header: string;
  /** Undefined as long as the folder's key cannot be read. */
  #hash: ((comment: string) => string) | undefined;
  #open: OpenFile | undefined;
  #isJournal = true;
  #known = NOTHING;
  /** Whether the last read has ended before the end of the file. */
  hasMore = false;
  /** Whether what was read of the file is not what it has: a journal is to be made anew, for which `readNew` begins again. */
  isOutdated = true;
  /** Kept in order. The file may have some of them, which is no harm. */
  #unsaved: JournalRecord[] = [];
  /** Requests that the file has, though a crash of the machine may lose them. */
  #unflushed: JournalRecord[] = [];
  #flushing: Promise<void> | undefined;

  constructor(folder: string, name: string, { site, worker }: Omit<JournalHeader, "version">) {
    this.#path = journalPath(folder, name);
    this.#keyPath = join(folder, "journal.key");
    this.#header = `${JSON.stringify({ version: 1, site, worker } satisfies JournalHeader)}\n`;
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
    if (!this.#hash) {
      const hash = commentHasher(secretKey(this.#keyPath));
      // Comments without the key were kept as they are.
      this.#unsaved = this.#unsaved.map((record) => withHashes(record, hash));
      this.#rewind();
      this.#hash = hash;
    }
    const file = this.#openFile();
    try {
      const status = fstatSync(file);
      if (!status.isFile()) throw new Error(`${basename(this.#path)} is no file`);
      const { position, mark } = this.#known;
      const isSame = bytesAt(file, position - mark.length, mark.length).equals(mark);
      // The file may have a part of what is not saved, whose order counts.
      if (!isSame || !this.isSaved) this.#rewind();
      if (this.#known.position === 0) {
        const [first = ""] = bytesAt(file, 0, PEEK_BYTES).toString("utf8").split("\n", 1);
        this.#isJournal = headerIn(first) !== undefined;
      }
      this.#open = { file, inode: status.ino, size: status.size };
      return this.#open;
    } catch (error) {
      closeQuietly(file);
      throw error;
    }
  }

  close(): void {
    const { file } = this.#open ?? {};
    this.#open = undefined;
    if (file === undefined) return;
    // Another file may get the number of one that is closed.
    if (this.#flushing) void this.#flushing.catch(() => {}).then(() => closeQuietly(file));
    else closeQuietly(file);
  }

  /** Reads a part of what the file had more when it was opened. @throws an error of the file system */
  readNew(): ReadRecord[] {
    if (!this.#open) return [];
    const records = this.#isJournal ? this.#readLines(this.#open) : [this.#unreadable(this.#open)];
    if (this.isOutdated) records.push(...this.#unsaved);
    this.isOutdated = false;
    return records;
  }

  /** `save` writes it. */
  append(record: JournalRecord): void {
    this.#unsaved.push(record);
  }

  /** Writes what was recorded and is not in the file. @throws an error of the file system */
  save(): void {
    if (this.isSaved) return;
    const { file, size } = this.#fileNow();
    if (!this.#isJournal) return;
    const { position, lines } = this.#known;
    const isAtEnd = size === position;
    const end = isAtEnd ? "" : bytesAt(file, size - 1, 1).toString();
    const text = this.#unsaved.map((record) => `${JSON.stringify(record)}\n`).join("");
    const bytes = Buffer.from(isAtEnd || end === "\n" ? text : `\n${text}`);
    if (writeSync(file, bytes) < bytes.length) throw new Error("short write");
    if (isAtEnd) {
      const [last, added] = [this.#unsaved.at(-1), this.#unsaved.length];
      this.#known = { position: position + bytes.length, lines: lines + added, mark: markOf(bytes), last };
      // Others have added something before, or a crash has cut off a line: it is read together with these.
    } else this.#rewind();
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

  hash(comment: string): string {
    return this.#hash?.(comment) ?? comment;
  }

  /**
   * Drops the older half of a large file once it is old, or more of a very large one. Only for the holder of the lease: if another
   * process adds something at the same moment, nothing is dropped.
   *
   * @param pause lets the process do something else
   */
  async dropOld(wallClock: number, pause: () => Promise<void>): Promise<void> {
    const { file, size } = this.#open ?? this.open();
    const { olderThan } = DROPPED.findLast(({ fromBytes }) => size >= fromBytes) ?? {};
    if (olderThan === undefined || !this.#isJournal) return;
    const middle = Math.max(Math.floor(size / 2), size - MAX_KEPT_BYTES);
    const sample = bytesAt(file, middle, SAMPLE_BYTES);
    const first = sample.indexOf("\n") + 1;
    const records = parseLines(sample.subarray(first).toString("utf8").split("\n"), 2, this.#path);
    if (first === 0 || !records.every(({ at }) => at <= wallClock - olderThan)) return;
    const shorter = writeBeside(this.#path, this.#header);
    try {
      for (let position = middle + first, isOver = false; !isOver; await pause()) {
        const { lines, areLast } = linesAt(file, position, size);
        appendFileSync(shorter, lines);
        position += lines.length;
        isOver = areLast;
      }
      const copy = openSync(shorter, "r+");
      await flushed(copy).finally(() => closeQuietly(copy));
      if (statSync(this.#path).size !== size) return;
      // Windows gives no file the name of one that is open.
      this.close();
      renameSync(shorter, this.#path);
    } finally {
      rmSync(shorter, { force: true });
      if (!this.#open) this.open();
    }
  }

  #rewind(): void {
    this.#known = NOTHING;
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

  #readLines({ file, size }: OpenFile): ReadRecord[] {
    const known = this.#known;
    const { lines: block, areLast } = linesAt(file, known.position, size);
    const lines = block.toString("utf8").split("\n");
    const records = parseLines(lines, known.lines + 1, this.#path, known.last);
    const position = known.position + block.length;
    const mark = block.length > 0 ? markOf(block) : known.mark;
    const last = records.at(-1) ?? known.last;
    this.#known = { position, lines: known.lines + lines.length - 1, mark, last };
    this.hasMore = !areLast;
    if (areLast && position < size) {
      const text = bytesAt(file, position, PEEK_BYTES).toString("utf8");
      const place = `the end of ${basename(this.#path)}`;
      records.push(cutRecord(text, place, last ?? { at: fstatSync(file).mtimeMs }, "end of file"));
    }
    return records;
  }

  /** It may say that something was sent. */
  #unreadable({ file }: OpenFile): ReadRecord {
    const place = `all of ${basename(this.#path)}, which is no journal`;
    return { type: "unreadable", place, at: fstatSync(file).mtimeMs, mayBe: "request" };
  }

  async #flush(): Promise<void> {
    const records = this.#unflushed;
    this.#unflushed = [];
    try {
      await flushed((this.#open ?? this.open()).file);
    } catch (error) {
      // The disk may have lost them.
      this.#unsaved.unshift(...records);
      throw error;
    }
  }
}

function secretKey(path: string): Buffer {
  if (!existsSync(path)) createFile(path, randomBytes(32).toString("base64"));
  if (!statSync(path).isFile()) throw new Error("journal.key is no file");
  return Buffer.from(readFileSync(path, "utf8"), "base64");
}

/** While the disk works, so does the process: it confirms its lease. */
function flushed(file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(file, (error) => (error ? reject(error) : resolve()));
  });
}

/** An error at the end changes nothing: what has to be on the disk was flushed. */
function closeQuietly(file: number): void {
  try {
    closeSync(file);
  } catch {
    // It is closed, or lost with its disk.
  }
}

function markOf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(-MARK_BYTES));
}
