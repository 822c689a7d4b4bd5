import { CsvError, parse } from "csv-parse/sync";
import { type ParseError, parse as parseTolerantly } from "jsonc-parser";
import {
  decodeText,
  MAX_FILE_BYTES,
  readFileBytes,
  readStreamBytes,
  whyUnreadable,
} from "../../config/text-file.ts";
import { oneLine } from "../../text/characters.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { withoutApostrophes } from "../export/formats.ts";

/** The path that stands for stdin. */
export const STDIN = "-";

const MAX_ROWS = 50_000;

/** Cells of all rows, of which a wide report of 50,000 rows has 40 each: more take too much memory. */
const MAX_CELLS = 2_000_000;

const MAX_HEADINGS = 1000;

/** Bytes of a row; a comment has at most 32,767 characters. */
const MAX_ROW_BYTES = 1024 * 1024;

/** Our own export has them, which puts an apostrophe before formulas. */
const OWN_HEADINGS = ["issueKey", "billableHours", "worklogId"];

/** The rows of a file, below its headings. */
export interface Table {
  headings: readonly string[];
  rows: readonly TableRow[];
}

export interface TableRow {
  /** The line of the file on which it begins; of a list in JSON, its number. */
  line: number;
  /** Undefined for a list or an object of JSON. */
  cells: readonly (string | undefined)[];
}

/** Codes of the system, as sentences say them. */
const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "you have no permission to read it",
};

/** Reads a file of CSV, of JSON lines, or of `export --format json`. @throws InvalidInputError that names the line, and quotes nothing of the file */
export async function readFileTable(path: string, stdin: NodeJS.ReadableStream): Promise<Table> {
  let bytes: Uint8Array;
  try {
    bytes =
      path === STDIN
        ? await readStreamBytes(stdin, MAX_FILE_BYTES.import)
        : readFileBytes(path, MAX_FILE_BYTES.import);
  } catch (error) {
    const reason = whyUnreadable(error);
    throw unusable(`cannot be read: ${REASONS[reason] ?? reason}`);
  }
  const text = textOf(bytes);
  try {
    return readTable(text);
  } catch (error) {
    throw error instanceof LineError ? unusable(error.message) : error;
  }

  function textOf(bytes: Uint8Array): string {
    // The first bytes of a zip file, which .xlsx and .ods are.
    if (Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "PK\x03\x04")
      throw unusable("is a spreadsheet or another zip file: save it as CSV UTF-8");
    try {
      return decodeText(bytes);
    } catch (error) {
      throw unusable(`cannot be read: ${whyUnreadable(error)}, which Excel calls CSV UTF-8`);
    }
  }

  function unusable(why: string): InvalidInputError {
    return new InvalidInputError(`${path === STDIN ? "stdin" : oneLine(path)} ${why}. Nothing was sent.`);
  }
}

class LineError extends Error {}

function readTable(text: string): Table {
  const nul = text.indexOf("\0");
  if (nul >= 0)
    throw new LineError(`is no text: line ${breaksIn(text.slice(0, nul)) + 1} has a NUL character`);
  const table = /[[{]/.test(text.trimStart().charAt(0)) ? readJson(text) : readCsv(text);
  if (table.rows.length > 0) return table;
  throw new LineError(text.trim() === "" ? "is empty" : "has headings in line 1, and no rows");
}

/** Excel reads the separator from such a first line. */
const SEPARATOR_LINE = /^sep=([,;\t])(?=\r|\n)/i;

function readCsv(written: string): Table {
  const [said = "", separator] = SEPARATOR_LINE.exec(written) ?? [];
  const text = written.slice(said.length);
  const [first = ""] = /^.*\S.*$/m.exec(text.slice(0, MAX_ROW_BYTES)) ?? [];
  const outside = first.replaceAll(/"[^"]*"/g, "");
  const [likely = ","] = [",", ";", "\t"].sort((a, b) => outside.split(b).length - outside.split(a).length);
  const delimiter = separator ?? likely;
  const rows: { line: number; cells: string[] }[] = [];
  // The parser counts a line end of two characters within quotes as two lines.
  const reached = { line: 0, cells: 0, twice: 0 };
  try {
    parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_BYTES,
      on_record(cells: string[], { lines }) {
        const breaks = sum(cells.map(breaksIn));
        reached.twice += sum(cells.map((cell) => cell.split("\r\n").length - 1));
        reached.line = lines - reached.twice;
        const line = reached.line - breaks;
        if (rows.length > MAX_ROWS) throw tooMany(line);
        reached.cells += cells.length;
        checkSize((rows[0]?.cells ?? cells).length, reached.cells);
        if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new LineError(whyNoCsv(error, text, reached.line + 1));
    throw error;
  }
  const [{ cells: headings } = { cells: [] as string[] }, ...below] = rows;
  if (!OWN_HEADINGS.every((name) => headings.includes(name))) return { headings, rows: below };
  const plain = below.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => withoutApostrophes(cell, delimiter)),
  }));
  return { headings, rows: plain };
}

/** @param next the line after the last row that was read */
function whyNoCsv(error: CsvError, text: string, next: number): string {
  const { code, bytes = 0 } = error as CsvError & { bytes?: number };
  if (code === "CSV_MAX_RECORD_SIZE") return `has a row of more than 1 MB in line ${next}`;
  if (code === "CSV_QUOTE_NOT_CLOSED") return `has a quote in line ${next} or below that is never closed`;
  return `has a quote within a cell in line ${lineAt(text, bytes)}: put the cell in quotes, and write the quotes in it twice`;
}

/** The line of the cell that begins after so many bytes, which may be those before its separator or before empty lines. */
function lineAt(text: string, bytes: number): number {
  const before = Buffer.from(text).toString("utf8", 0, bytes);
  const [empty = ""] = /^[\r\n]*/.exec(text.slice(before.length)) ?? [];
  return breaksIn(before + empty) + 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function readJson(text: string): Table {
  checkJsonSize(text);
  const rows: { line: number; value: Map<string, unknown> }[] = [];
  const names = new Set<string>();
  for (const { line, value } of objectsIn(text)) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new LineError(`has no JSON object in line ${line}`);
    if (rows.length === MAX_ROWS) throw tooMany(line);
    for (const name of Object.keys(value)) names.add(name);
    rows.push({ line, value: new Map(Object.entries(value)) });
    checkSize(names.size, rows.length * names.size);
  }
  const headings = [...names];
  const textOf = (value: unknown = null) =>
    typeof value === "object" ? (value === null ? "" : undefined) : String(value);
  return {
    headings,
    rows: rows.map(({ line, value }) => ({
      line,
      cells: headings.map((name) => textOf(value.get(name))),
    })),
  };
}

/** Counts the keys and values of JSON before any object is made. @throws LineError for too many */
function checkJsonSize(text: string): void {
  const names = new Set<string>();
  let [values, isText, start, end] = [0, false, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isText && sign === "\\") at += 1;
    else if (sign === '"') {
      if (isText) end = at;
      else start = at + 1;
      isText = !isText;
    } else if (isText) continue;
    else if (sign === ":") names.add(text.slice(start, end));
    else if (sign === "," || sign === "{" || sign === "[") values += 1;
    checkSize(names.size, values);
  }
}

/** The values of a list, of the worklogs of an export, or of one line each. */
function* objectsIn(text: string): Generator<{ line: number; value: unknown }> {
  const whole = parsed(text);
  if (whole !== undefined) {
    const list = Array.isArray(whole) ? whole : ((whole as { worklogs?: unknown }).worklogs ?? [whole]);
    for (const [index, value] of Array.isArray(list) ? list.entries() : []) yield { line: index + 1, value };
    return;
  }
  let start = 0;
  for (let line = 1; start < text.length; line += 1) {
    const end = text.indexOf("\n", start) + 1 || text.length;
    const written = text.slice(start, end);
    start = end;
    if (written.trim() === "") continue;
    const value = parsed(written);
    if (value === undefined)
      throw new LineError(`is not JSON in line ${line === 1 ? faultyLine(text) : line}`);
    yield { line, value };
  }
}

/** The line of the first fault of one value of JSON that has several lines. */
function faultyLine(text: string): number {
  const faults: ParseError[] = [];
  parseTolerantly(text, faults, { disallowComments: true });
  return breaksIn(text.slice(0, faults[0]?.offset)) + 1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tooMany(line: number): LineError {
  return new LineError(`has more than ${MAX_ROWS} rows, from line ${line} on: split it`);
}

/** @throws LineError for a table that takes too much memory */
function checkSize(headings: number, cells: number): void {
  const rest = "keep only the columns that import takes, or split it";
  if (headings > MAX_HEADINGS) throw new LineError(`has more than ${MAX_HEADINGS} headings: ${rest}`);
  if (cells > MAX_CELLS) throw new LineError(`has more than ${MAX_CELLS} cells: ${rest}`);
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
