import { randomBytes } from "node:crypto";
import {
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
import { type JournalHeader, parseLines } from "./journal-lines.ts";
import { JournalReader } from "./journal-reader.ts";
import { hashComment, KEPT_MS } from "./journal-rules.ts";

/** The size from which old records are dropped. */
const MAX_BYTES = 1_000_000;

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
    const file = openSync(this.#path, constants.O_WRONLY | constants.O_APPEND);
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
   * Drops old records from a large file once they are about half of it. Only for the holder of the lease: what another process adds at
   * the same moment would be lost.
   */
  dropOld(wallClock: number): void {
    const { size } = statSync(this.#path);
    if (size < MAX_BYTES || !this.#reader.isOurs()) return;
    const isOld = ({ at }: ReadRecord) => at <= wallClock - KEPT_MS;
    const [, ...sample] = this.#reader.textAt(Math.floor(size / 2), SAMPLE_BYTES).split("\n");
    if (!parseLines(sample, 2, this.#path).every(isOld)) return;
    const [header = "", ...lines] = readFileSync(this.#path, "utf8").split("\n");
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
}

function secretKey(path: string): Buffer {
  if (!existsSync(path)) createFile(path, randomBytes(32).toString("base64"));
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
