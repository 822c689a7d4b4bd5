import { getSystemErrorMap } from "node:util";
import { CsvError, parse } from "csv-parse/sync";
import {
  decodeText,
  MAX_FILE_BYTES,
  readFileBytes,
  readStreamBytes,
  whyUnreadable,
} from "../../config/text-file.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { withoutApostrophes } from "../export/formats.ts";
import { type Columns, type Field, findColumns } from "./columns.ts";

/** The path that stands for stdin. */
export const STDIN = "-";

const MAX_ROWS = 50_000;

/** Bytes of a row of CSV; a comment has at most 32,767 characters. */
const MAX_ROW_BYTES = 256 * 1024;

/** Commas and brackets of JSON: those of 50,000 rows with 40 values each. More take too much memory, and so do more keys. */
const MAX_SIGNS = 2_000_000;
const MAX_KEYS = 1000;

/** Our own export has them, which puts an apostrophe before formulas. */
const OWN_HEADINGS = ["issueKey", "billableHours", "worklogId"];

/** The cells of a row that count, without blanks around them but for a comment. */
export type Cells = Partial<Record<Field, string>>;

/** A row of a file. */
export interface TableRow {
  /** The line of the file on which it begins; of a list in JSON, its number. */
  line: number;
  cells: Cells;
  /** Why its cells are not to be trusted. */
  problem?: string;
}

/**
 * Reads a file of CSV, of JSON lines, or of `export`. Line ends within a cell become LF.
 *
 * @param columns as `--columns` gives them
 * @throws InvalidInputError that names the line, and quotes no cell
 */
export async function readTable(
  path: string,
  stdin: NodeJS.ReadableStream,
  columns: string | undefined,
): Promise<TableRow[]> {
  const text = (await readText(path, stdin)).replaceAll(/\r\n?/g, "\n");
  if (text.trim() === "") throw unusable("is empty");
  const nul = text.indexOf("\0");
  if (nul >= 0) throw unusable(`has a NUL character in line ${breaksIn(text.slice(0, nul)) + 1}`);
  const rows = /^\s*[[{]/.test(text) ? readJson(text, columns) : readCsv(text, columns);
  if (rows.length === 0) throw unusable("has no rows");
  return rows;
}

async function readText(path: string, stdin: NodeJS.ReadableStream): Promise<string> {
  const max = MAX_FILE_BYTES.import;
  try {
    return decodeText(path === STDIN ? await readStreamBytes(stdin, max) : readFileBytes(path, max));
  } catch (error) {
    const [, reason = whyUnreadable(error)] =
      getSystemErrorMap().get((error as NodeJS.ErrnoException).errno ?? 0) ?? [];
    throw unusable(`cannot be read: ${reason}`);
  }
}

/** The first line of a CSV may name the separator for Excel. Its line end stays, since lines are counted. */
const SEPARATOR_LINE = /^"?sep=[,;\t]"?(?=\n)/i;

function readCsv(written: string, given: string | undefined): TableRow[] {
  const text = written.replace(SEPARATOR_LINE, "");
  const [first = ""] = text.trimStart().split("\n", 1);
  const outside = first.replaceAll(/"[^"]*"/g, "");
  const [delimiter = ","] = [",", ";", "\t"].sort(
    (a, b) => outside.split(b).length - outside.split(a).length,
  );
  const rows: TableRow[] = [];
  let header: { headings: string[]; columns: Columns } | undefined;
  let end = 0;
  const addRow = (cells: string[], { lines }: { lines: number }) => {
    end = lines;
    header ??= { headings: cells, columns: findColumns(cells, given) };
    const { headings, columns } = header;
    if (headings === cells) return null;
    const line = lines - breaksIn(cells.join(""));
    if (rows.length === MAX_ROWS) throw tooMany(line);
    const isOwn = OWN_HEADINGS.every((name) => headings.includes(name));
    const plain = (cell = "") => (isOwn ? withoutApostrophes(cell, delimiter) : cell);
    const problem = `it has ${cells.length} cells, and there are ${headings.length} headings: a separator within a cell needs quotes around the cell`;
    const isOdd = cells.length !== headings.length;
    rows.push({ line, cells: cellsOf(columns, (place) => plain(cells[place])), ...(isOdd && { problem }) });
    return null;
  };
  try {
    parse(text, {
      delimiter,
      record_delimiter: "\n",
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_ROW_BYTES,
      on_record: addRow,
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unusable(
      error.code === "CSV_MAX_RECORD_SIZE" || error.code === "CSV_QUOTE_NOT_CLOSED"
        ? `has a quote in line ${end + 1} or below that is never closed, or a row of over 256 KB`
        : `has a quote within a cell in line ${error.lines}: put the cell in quotes, and write the quotes in it twice`,
    );
  }
}

function readJson(text: string, given: string | undefined): TableRow[] {
  checkSize(text);
  const rows: { line: number; value: Record<string, unknown> }[] = [];
  const names = new Set<string>();
  for (const { line, value } of valuesIn(text)) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw unusable(`has no JSON object in line ${line}`);
    if (rows.length === MAX_ROWS) throw tooMany(line);
    for (const name of Object.keys(value)) names.add(name);
    rows.push({ line, value: value as Record<string, unknown> });
  }
  if (rows.length === 0) return [];
  const headings = [...names];
  const columns = findColumns(headings, given);
  return rows.map(({ line, value }) => ({
    line,
    cells: cellsOf(columns, (place) => textIn(value[headings[place] ?? ""], line)),
  }));
}

/** @throws InvalidInputError for JSON that takes too much memory once it is parsed */
function checkSize(text: string): void {
  const keys = new Set<string>();
  for (const [key] of text.matchAll(/"[^"\\]{0,100}" ?:/g)) {
    keys.add(key);
    if (keys.size > MAX_KEYS) throw unusable(`has more than ${MAX_KEYS} keys: keep those that import takes`);
  }
  if (text.replaceAll(/[^,[{]+/g, "").length > MAX_SIGNS)
    throw unusable("has too many values: keep those that import takes, or split it");
}

function textIn(value: unknown, line: number): string {
  if (typeof value === "object" && value !== null)
    throw unusable(`has a list or an object in line ${line} where import takes a text`);
  return String(value ?? "");
}

/** The values of each line: those of a list or of the worklogs of an export, or one. */
function* valuesIn(text: string): Generator<{ line: number; value: unknown }> {
  let [line, end] = [1, 0];
  for (const { 0: written, index } of text.matchAll(/[^\n]+/g)) {
    line += breaksIn(text.slice(end, index));
    end = index;
    const value = written.trim() === "" ? [] : parsed(written);
    if (value === undefined)
      throw unusable(`is not JSON in line ${line}: each row is one line, as jq -c writes it`);
    const list = Array.isArray(value) ? value : (value as { worklogs?: unknown } | null)?.worklogs;
    if (!Array.isArray(list)) yield { line, value };
    else for (const [place, item] of list.entries()) yield { line: place + 1, value: item };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cellsOf(columns: Columns, cellAt: (place: number) => string): TableRow["cells"] {
  const cells = [...columns].map(([field, place]) => [field, cellAt(place)] as const);
  return Object.fromEntries(cells.map(([field, cell]) => [field, field === "comment" ? cell : cell.trim()]));
}

function tooMany(line: number): InvalidInputError {
  return unusable(`has more than ${MAX_ROWS} rows, from line ${line} on: split it`);
}

function breaksIn(text: string): number {
  return text.replaceAll(/[^\n]+/g, "").length;
}

function unusable(why: string): InvalidInputError {
  return new InvalidInputError(`The file ${why}. Nothing was sent.`);
}
