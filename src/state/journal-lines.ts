import { readFileSync, readSync } from "node:fs";
import { basename } from "node:path";
import { readRecord } from "../timesheet/journal/read-record.ts";
import {
  mayBeOf,
  type ReadRecord,
  type RecordTime,
  type UnreadableRecord,
} from "../timesheet/journal/records.ts";

/** The first line of a journal. */
export interface JournalHeader {
  version: 1;
  site: string;
  worker: string;
}

/** The part of a file that is read at a time, unless a line is longer: it takes some 20 ms, in which a process answers nothing else. */
const BLOCK = 125_000;

interface ReadJournal {
  header: JournalHeader;
  records: ReadRecord[];
}

/** Undefined if the file is no journal; its format if that is another one. */
export function readJournalFile(path: string): ReadJournal | { otherFormat: string } | undefined {
  const lines = readFileSync(path, "utf8").split("\n");
  const format = otherFormatOf(lines[0] ?? "");
  if (format !== undefined) return { otherFormat: format };
  const header = parseLine(lines[0] ?? "") as Partial<JournalHeader> | undefined | null;
  if (header?.version !== 1 || !header.site || !header.worker) return undefined;
  return { header: header as JournalHeader, records: parseLines(lines, 1, path) };
}

/** The format that a first line names; undefined if it is this version's, or none. */
export function otherFormatOf(firstLine: string): string | undefined {
  const { version } = Object(parseLine(firstLine)) as { version?: unknown };
  return version === undefined || version === 1 ? undefined : String(version);
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
  before: RecordTime = { at: 0 },
  isCut: UnreadableRecord["isCut"] = "line",
): UnreadableRecord {
  const [, type] = /"type":"(\w+)"/.exec(text) ?? [];
  return { ...timeOf(before), type: "unreadable", place, mayBe: mayBeOf(type), isCut };
}

/** The time of a record, by both clocks: the wall clock alone may be set later. */
export function timeOf({ at, boot, uptime }: RecordTime): RecordTime {
  return { at, ...(boot !== undefined && { boot }), ...(uptime !== undefined && { uptime }) };
}

/** The lines of an open file between two positions, in blocks of whole lines, without what follows the last line's end. */
export function* blocksOfLines(file: number, from: number, to: number): Generator<Buffer> {
  let position = from;
  let length = BLOCK;
  while (position < to) {
    const bytes = Buffer.alloc(Math.min(length, to - position));
    const read = readSync(file, bytes, 0, bytes.length, position);
    const end = bytes.subarray(0, read).lastIndexOf("\n") + 1;
    if (end > 0) yield bytes.subarray(0, end);
    else if (read === 0 || position + read >= to) return;
    else length *= 2;
    position += end;
  }
}

/** Undefined if it is no JSON. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
