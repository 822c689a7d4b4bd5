import { readSync } from "node:fs";
import { basename, join } from "node:path";
import { readRecord } from "../timesheet/ledger/read-record.ts";
import {
  mayBeOf,
  type ReadRecord,
  type RecordTime,
  type UnreadableRecord,
} from "../timesheet/ledger/records.ts";

/** The first line of a journal. */
export interface JournalHeader {
  version: 1;
  site: string;
  worker: string;
}

/** The part of a file that is read at a time, unless a line is longer: it takes some 20 ms, in which a process answers nothing else. */
const BLOCK = 125_000;

export const JOURNAL_ENDING = ".jsonl";

export function journalPath(folder: string, name: string): string {
  return join(folder, `${name}${JOURNAL_ENDING}`);
}

/** Undefined if the first line of a file is not that of a journal. */
export function headerIn(line: string): JournalHeader | undefined {
  const header = Object(parseLine(line)) as Partial<JournalHeader>;
  return header.version === 1 && header.site && header.worker ? (header as JournalHeader) : undefined;
}

/**
 * The first line of a file is its header. A line that is no JSON was cut off, and is no older than the one before.
 *
 * @param before the time of the record before the first line
 */
export function parseLines(
  lines: readonly string[],
  first: number,
  path: string,
  before?: RecordTime,
): ReadRecord[] {
  const records: ReadRecord[] = [];
  const name = basename(path);
  for (const [index, line] of lines.entries()) {
    const [number, value] = [first + index, parseLine(line)];
    if (number === 1 || line === "") continue;
    const place = `line ${number} of ${name}`;
    records.push(
      value === undefined ? cutRecord(line, place, records.at(-1) ?? before) : readRecord(value, place),
    );
  }
  return records;
}

/**
 * The record of a line that was cut off.
 *
 * @param text what is left of the line
 * @param before the time of the record before it
 */
export function cutRecord(
  text: string,
  place: string,
  { at, boot, uptime }: RecordTime = { at: 0 },
  isCut: UnreadableRecord["isCut"] = "line",
): UnreadableRecord {
  const [, type] = /"type":"(\w+)"/.exec(text) ?? [];
  // The wall clock alone may be set later.
  const machine = uptime === undefined ? {} : { uptime, ...(boot !== undefined && { boot }) };
  return { at, ...machine, type: "unreadable", place, mayBe: mayBeOf(type), isCut };
}

/** The next whole lines of an open file, and whether no more follow up to a position. @throws an error of the file system */
export function linesAt(file: number, from: number, to: number): { lines: Buffer; areLast: boolean } {
  for (let length = BLOCK; ; length *= 2) {
    const bytes = bytesAt(file, from, Math.min(length, to - from));
    const end = bytes.lastIndexOf("\n") + 1;
    const areLast = bytes.length < length;
    if (end > 0 || areLast) return { lines: bytes.subarray(0, end), areLast };
  }
}

/** @throws an error of the file system */
export function bytesAt(file: number, position: number, length: number): Buffer {
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
