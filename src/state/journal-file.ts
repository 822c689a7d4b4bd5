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
import { join } from "node:path";
import type { JournalRecord, JournalStore } from "../timesheet/journal/records.ts";
import { createFile, FILE_MODE, writeBeside } from "./create-file.ts";
import { hashComment, KEPT_MS } from "./journal-rules.ts";

/** The size from which old records are dropped. */
const MAX_BYTES = 1_000_000;

/** Records of what is about to be sent. */
const DURABLE: ReadonlySet<string> = new Set<JournalRecord["type"]>([
  "sending",
  "retrying",
  "editing",
  "submitting",
]);

interface JournalHeader {
  version: 1;
  site: string;
  worker: string;
}

/** One record a line, each written at once, at the end. A line that a crash has cut off is skipped. */
export class JournalFile implements JournalStore {
  readonly #path: string;
  readonly #key: Buffer;
  /** What was read so far: the file by its inode, and how much of it. */
  #inode = 0;
  #position = 0;
  /** Whether no crash has cut off the last line. Its holder alone adds lines while it has the lease. */
  #endsWithLine = false;

  /** @throws an error of the file system if the folder cannot be used */
  constructor(folder: string, name: string, owner: Omit<JournalHeader, "version">) {
    this.#path = join(folder, `${name}.jsonl`);
    this.#key = secretKey(join(folder, "journal.key"));
    const header: JournalHeader = { version: 1, ...owner };
    if (!existsSync(this.#path)) createFile(this.#path, `${JSON.stringify(header)}\n`);
  }

  readNew(): JournalRecord[] {
    const file = openSync(this.#path, "r");
    try {
      const { ino, size } = fstatSync(file);
      if (ino !== this.#inode || size < this.#position) this.#position = 0;
      this.#inode = ino;
      const bytes = Buffer.alloc(size - this.#position);
      const read = readSync(file, bytes, 0, bytes.length, this.#position);
      const end = bytes.lastIndexOf("\n", read - 1) + 1;
      this.#position += end;
      this.#endsWithLine = end === bytes.length;
      return parseLines(bytes.toString("utf8", 0, end));
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
    const kept = lines.filter((line) => parseLines(line).some(({ at }) => at > wallClock - KEPT_MS));
    renameSync(writeBeside(this.#path, [header, ...kept, ""].join("\n")), this.#path);
  }
}

/** Undefined if the file is no journal. */
export function readJournalFile(
  path: string,
): { header: JournalHeader; records: JournalRecord[] } | undefined {
  const text = readFileSync(path, "utf8");
  const [first = ""] = text.split("\n", 1);
  const header = parseLine(first) as Partial<JournalHeader> | undefined;
  if (header?.version !== 1 || !header.site || !header.worker) return undefined;
  return { header: header as JournalHeader, records: parseLines(text.slice(first.length + 1)) };
}

function secretKey(path: string): Buffer {
  if (!existsSync(path)) createFile(path, randomBytes(32).toString("base64"));
  return Buffer.from(readFileSync(path, "utf8"), "base64");
}

function parseLines(text: string): JournalRecord[] {
  return text.split("\n").flatMap((line) => {
    const record = parseLine(line) as JournalRecord | undefined;
    return record?.type && typeof record.at === "number" ? [record] : [];
  });
}

function parseLine(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
