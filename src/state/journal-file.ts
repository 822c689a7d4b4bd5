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
import { join } from "node:path";
import {
  type JournalRecord,
  type JournalStore,
  kindOf,
  type ReadRecord,
} from "../timesheet/journal/records.ts";
import { createFile, writeBeside } from "./files.ts";
import { blocksOfLines, type JournalHeader, parseLines } from "./journal-lines.ts";
import { JournalReader } from "./journal-reader.ts";
import { hashComment, KEPT_MS } from "./journal-rules.ts";
import { NON_BLOCKING } from "./others.ts";

/** The size from which old records are dropped. */
const MAX_BYTES = 1_000_000;

/** The newest entries are kept, and older ones dropped once there are a tenth more. */
const MAX_ENTRIES = 50_000;
const TOO_MANY_ENTRIES = 1.1 * MAX_ENTRIES;

/** Part of each entry in the file, and of each other request. */
const ENTRY = /"afterId":|"type":"(?:deleting|editing|submitting)"/g;

/** No entry has fewer bytes. */
const LEAST_BYTES = 40;

/** The bytes in the middle of a large file that are read for the age of its records. */
const SAMPLE_BYTES = 256_000;

export function journalPath(folder: string, name: string): string {
  return join(folder, `${name}.jsonl`);
}

/**
 * One record a line, each written at once, at the end. A line that a crash has cut off counts as a record that cannot be read. What the
 * disk refuses is kept here, and written with the next record. A file of another format, which a newer version of the program has
 * written, is left alone.
 */
export class JournalFile implements JournalStore {
  readonly #path: string;
  readonly #keyPath: string;
  readonly #header: JournalHeader;
  readonly #reader: JournalReader;
  #key: Buffer | undefined;
  /** Kept in order. The file may have some of them, which is no harm. */
  #unsaved: JournalRecord[] = [];
  #areUnsavedKnown = true;
  /** Whether nothing has failed since the file was read from its beginning. */
  #isCurrent = true;
  /** Durable ones that the file has, though a crash of the machine may lose them. */
  #unflushed: JournalRecord[] = [];
  #flushing: Promise<void> | undefined;
  /** A smaller file has not too many entries. */
  #countFrom = TOO_MANY_ENTRIES * LEAST_BYTES;
  /** The last comment: a call asks for the hash of each several times. */
  #hashed: { comment: string; hash: string } | undefined;

  constructor(folder: string, name: string, { site, worker }: Omit<JournalHeader, "version">) {
    this.#path = journalPath(folder, name);
    this.#keyPath = join(folder, "journal.key");
    this.#header = { version: 1, site, worker };
    this.#reader = new JournalReader(this.#path);
  }

  /** Whether the file has all that was recorded here. */
  get isSaved(): boolean {
    return this.#unsaved.length === 0;
  }

  /** Whether all that is about to be sent is on the disk, as far as the file has it. */
  get isFlushed(): boolean {
    return this.#unflushed.length === 0 && !this.#flushing;
  }

  get hasMore(): boolean {
    return this.#reader.hasMore;
  }

  /** Makes what is missing in the folder. @throws an error of the file system */
  open(): void {
    const key = this.#key ?? secretKey(this.#keyPath);
    if (!this.#key) {
      // Comments without the key were kept as they are.
      this.#unsaved = this.#unsaved.map((record) => withHashes(record, key));
      this.#isCurrent = false;
    }
    this.#key = key;
    if (!existsSync(this.#path)) createFile(this.#path, `${JSON.stringify(this.#header)}\n`);
  }

  /** Whether there is nothing to read, to write or to drop; false if that cannot be seen. */
  isUpToDate(): boolean {
    return this.isSaved && this.#reader.isUpToDate(MAX_BYTES);
  }

  /**
   * If the file has not all that was read and recorded here, or not only that, `readNew` begins again.
   *
   * @returns whether it does
   * @throws an error of the file system
   */
  rewindIfOutdated(): boolean {
    const isSame = this.#reader.isSameFile();
    if (this.#isCurrent && this.isSaved && isSame) return false;
    this.#isCurrent = true;
    this.#areUnsavedKnown = false;
    this.#reader.rewind();
    return true;
  }

  readNew(): ReadRecord[] {
    const records = this.#key ? this.#reader.readNew() : [];
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
    if (this.isSaved || !this.#key || !this.#reader.isOurs()) return;
    const lines = this.#unsaved.map((record) => `${JSON.stringify(record)}\n`);
    const bytes = Buffer.from(`${this.#reader.endsWithLine ? "" : "\n"}${lines.join("")}`);
    // O_CREAT is left out: a file that was deleted would begin without a header.
    const file = openSync(this.#path, constants.O_WRONLY | constants.O_APPEND | NON_BLOCKING);
    try {
      const before = fstatSync(file);
      this.#reader.adding();
      if (writeSync(file, bytes) < bytes.length) throw new Error("short write");
      this.#reader.added(bytes, this.#unsaved, before);
    } finally {
      closeSync(file);
    }
    this.#unflushed.push(...this.#unsaved.filter(({ type }) => kindOf(type) === "request"));
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
    if (!this.#key) return comment;
    if (this.#hashed?.comment !== comment) this.#hashed = { comment, hash: hashComment(this.#key, comment) };
    return this.#hashed.hash;
  }

  /**
   * Drops old records from a large file once they are about half of it, and the oldest entries that have an outcome once there are too many.
   * Only for the holder of the lease: if another process adds something at the same moment, nothing is dropped.
   *
   * @param pause lets the process do something else
   */
  async dropOld(wallClock: number, pause: () => Promise<void>): Promise<void> {
    const { size } = statSync(this.#path);
    if (size < MAX_BYTES || !this.#reader.isOurs()) return;
    const isOld = ({ at }: ReadRecord) => at <= wallClock - KEPT_MS;
    const [, ...sample] = this.#reader.textAt(Math.floor(size / 2), SAMPLE_BYTES).split("\n");
    let entries = 0;
    if (size >= this.#countFrom) for await (const part of this.#parts(pause)) entries += entriesIn(part);
    const areTooMany = entries > TOO_MANY_ENTRIES;
    if (entries > 0 && !areTooMany) this.#countFrom = size + (TOO_MANY_ENTRIES - entries) * LEAST_BYTES;
    if (!areTooMany && !parseLines(sample, 2, this.#path).every(isOld)) return;
    const needed = new Set<number>();
    if (areTooMany)
      for await (const part of this.#parts(pause))
        for (const record of parseLines(part.split("\n"), 2, this.#path))
          for (const entry of entriesOf(record))
            if (kindOf(record.type) === "request") needed.add(entry);
            else if (record.type !== "unknown") needed.delete(entry);
    let surplus = areTooMany ? entries - MAX_ENTRIES : Number.NEGATIVE_INFINITY;
    const isKept = (line: string) => {
      surplus -= entriesIn(line);
      const [record] = parseLines([line], 2, this.#path);
      if (!record || isOld(record)) return false;
      const about = entriesOf(record);
      if (surplus >= 0 && !about.some((entry) => needed.has(entry))) return false;
      // A batch stays as a whole, with all that became of it.
      if (record.type === "sending" && surplus >= 0) for (const entry of about) needed.add(entry);
      return true;
    };
    const shorter = writeBeside(this.#path, `${JSON.stringify(this.#header)}\n`);
    try {
      for await (const part of this.#parts(pause)) {
        const kept = part.split("\n").filter(isKept);
        appendFileSync(shorter, kept.map((line) => `${line}\n`).join(""));
      }
      await flushFile(shorter);
      if (statSync(this.#path).size === size) renameSync(shorter, this.#path);
    } finally {
      rmSync(shorter, { force: true });
    }
  }

  /** Whole lines of the file. */
  async *#parts(pause: () => Promise<void>): AsyncGenerator<string> {
    const file = openSync(this.#path, "r");
    try {
      for (const block of blocksOfLines(file, 0, fstatSync(file).size)) {
        yield block.toString("utf8");
        await pause();
      }
    } finally {
      closeSync(file);
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
}

function entriesIn(text: string): number {
  return text.match(ENTRY)?.length ?? 0;
}

/** The numbers of the entries that a record is about. */
function entriesOf(record: ReadRecord): number[] {
  if (record.type === "stored") return record.worklogs.map(({ entry }) => entry);
  if (record.type === "sending") return record.entries.map(({ entry }) => entry);
  return "entries" in record ? record.entries : [];
}

function secretKey(path: string): Buffer {
  if (!existsSync(path)) createFile(path, randomBytes(32).toString("base64"));
  if (!statSync(path).isFile()) throw new Error("journal.key is no file");
  return Buffer.from(readFileSync(path, "utf8"), "base64");
}

function withHashes(record: JournalRecord, key: Buffer): JournalRecord {
  return JSON.parse(JSON.stringify(record), (name, value) =>
    name === "comment" || name === "rest" ? hashComment(key, value) : value,
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
