import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import type { ReadRecord, RecordTime } from "../timesheet/journal/records.ts";
import { blocksOfLines, cutRecord, otherFormatOf, parseLines, timeOf } from "./journal-lines.ts";
import { NON_BLOCKING } from "./others.ts";

/** The bytes before the position to read on from are compared with what was there. */
const MARK_BYTES = 100;

/** A read ends after a block with so many bytes. */
const PART_BYTES = 50_000;

/** The bytes of a line that was cut off which are read for its type. */
const CUT_BYTES = 200;

/** The part of a file that is known: up to a position, with the bytes before it. */
interface Known {
  inode: number;
  position: number;
  lines: number;
  mark: Buffer;
  /** The time of the last record. */
  time?: RecordTime | undefined;
}

const NOTHING: Known = { inode: 0, position: 0, lines: 0, mark: Buffer.alloc(0) };

/** Reads what others add to the file of a journal. */
export class JournalReader {
  readonly #path: string;
  #known = NOTHING;
  #otherFormat: string | undefined;
  #endsWithLine = false;
  /** Whether the last read has ended before the end of the file. */
  hasMore = false;
  /** The beginning of the last line that was found cut off. */
  #cutAt: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether no crash has cut off the last line. The holder of the lease alone adds lines meanwhile. */
  get endsWithLine(): boolean {
    return this.#endsWithLine;
  }

  /** The next read begins at the beginning. */
  rewind(): void {
    this.#known = NOTHING;
  }

  /** Whether all that is known is still in the file. @throws an error of the file system */
  isSameFile(): boolean {
    return this.#withFile((file) => this.#isSame(file));
  }

  /** Whether the file has been read to its end, and is smaller than a number of bytes; false if that cannot be seen. */
  isUpToDate(below: number): boolean {
    const { position } = this.#known;
    if (position === 0 || position >= below) return false;
    try {
      return this.#withFile((file) => fstatSync(file).size === position && this.#isSame(file));
    } catch {
      return false;
    }
  }

  /** Whether the file is one of this version. @throws an error of the file system */
  isOurs(): boolean {
    if (this.#known.inode === 0)
      this.#otherFormat = otherFormatOf(this.textAt(0, 4096).split("\n", 1)[0] ?? "");
    return this.#otherFormat === undefined;
  }

  /** Reads what was added since the last read, or the next part of it. @throws an error of the file system */
  readNew(): ReadRecord[] {
    return this.#withFile((file) => {
      if (!this.#isSame(file)) this.rewind();
      const { ino, size, mtimeMs } = fstatSync(file);
      let { position, lines, mark, time } = this.#known;
      const records: ReadRecord[] = [];
      this.hasMore = false;
      for (const block of blocksOfLines(file, position, size)) {
        const text = block.toString("utf8").split("\n");
        if (lines === 0) this.#otherFormat = otherFormatOf(text[0] ?? "");
        if (this.#otherFormat !== undefined) return [this.#unreadable(this.#otherFormat, mtimeMs)];
        for (const record of parseLines(text, lines + 1, this.#path, time)) records.push(record);
        time = records.at(-1) ?? time;
        position += block.length;
        lines += text.length - 1;
        mark = markOf(block);
        this.hasMore = position < size && block.length > PART_BYTES;
        if (this.hasMore) break;
      }
      this.#known = { inode: ino, position, lines, mark, time: time && timeOf(time) };
      this.#endsWithLine = position === size;
      if (!this.hasMore && !this.#endsWithLine && this.#cutAt !== position) {
        this.#cutAt = position;
        const place = `the end of ${basename(this.#path)}`;
        const text = textIn(file, position, CUT_BYTES);
        records.push(cutRecord(text, place, time ?? { at: mtimeMs }, "end of file"));
      }
      return records;
    });
  }

  /** Must be called before a write, since the write may fail in the middle of a line. */
  adding(): void {
    this.#endsWithLine = false;
  }

  /** Skips the records that this process has added itself. @param before the file as it was */
  added(bytes: Buffer, records: readonly RecordTime[], before: { ino: number; size: number }): void {
    this.#endsWithLine = true;
    const { inode, position, lines } = this.#known;
    if (before.ino !== inode || before.size !== position) return;
    this.#known = {
      inode,
      position: position + bytes.length,
      lines: lines + records.length,
      mark: markOf(bytes),
      time: records.at(-1),
    };
  }

  /** @throws an error of the file system */
  textAt(position: number, length: number): string {
    return this.#withFile((file) => textIn(file, position, length));
  }

  /** A worklog that another version has sent may be stored before a list shows it. */
  #unreadable(format: string, at: number): ReadRecord {
    const place = `all of ${basename(this.#path)}, which another version of TempoFiller has written (format ${format})`;
    return { type: "unreadable", place, at, mayBe: "batch" };
  }

  #isSame(file: number): boolean {
    const { inode, position, mark } = this.#known;
    if (inode === 0) return true;
    if (fstatSync(file).ino !== inode) return false;
    // A file that is too short now leaves zeros.
    const bytes = Buffer.alloc(mark.length);
    readSync(file, bytes, 0, bytes.length, position - mark.length);
    return bytes.equals(mark);
  }

  #withFile<Result>(use: (file: number) => Result): Result {
    const file = openSync(this.#path, constants.O_RDONLY | NON_BLOCKING);
    try {
      return use(file);
    } finally {
      closeQuietly(file);
    }
  }
}

function textIn(file: number, position: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, position));
}

/** The bytes that were read are known, so an error of the disk at the end must not drop them. */
function closeQuietly(file: number): void {
  try {
    closeSync(file);
  } catch {
    // Nothing was written.
  }
}

function markOf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(-MARK_BYTES));
}
