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

/** The path that stands for stdin. */
const STDIN = "-";

const MAX_ROWS = 50_000;

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
  cells: readonly string[];
}

/** Reads a file of CSV, of JSON lines, or of `export --format json`. @throws InvalidInputError that names the line, and quotes nothing of the file */
export async function readFileTable(path: string, stdin: NodeJS.ReadableStream): Promise<Table> {
  let text: string;
  try {
    text = decodeText(
      path === STDIN
        ? await readStreamBytes(stdin, MAX_FILE_BYTES.import)
        : readFileBytes(path, MAX_FILE_BYTES.import),
    );
  } catch (error) {
    throw unusable(`cannot be read: ${whyUnreadable(error)}`);
  }
  try {
    return readTable(text);
  } catch (error) {
    throw error instanceof LineError ? unusable(error.message) : error;
  }

  function unusable(why: string): InvalidInputError {
    return new InvalidInputError(`${path === STDIN ? "stdin" : path} ${why}. Nothing was sent.`);
  }
}

class LineError extends Error {}

function readTable(text: string): Table {
  const nul = text.indexOf("\0");
  if (nul >= 0)
    throw new LineError(`is no text: line ${breaksIn(text.slice(0, nul)) + 1} has a NUL character`);
  const table = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
  if (table.rows.length > 0) return table;
  throw new LineError(text.trim() === "" ? "is empty" : "has headings in line 1, and no rows");
}

function readCsv(text: string): Table {
  const [first = ""] = /^.*\S.*$/m.exec(text.slice(0, MAX_ROW_BYTES)) ?? [];
  const outside = first.replaceAll(/"[^"]*"/g, "");
  const [delimiter = ","] = [",", ";", "\t"].sort(
    (a, b) => outside.split(b).length - outside.split(a).length,
  );
  const [rows, reached] = [[] as TableRow[], { line: 0 }];
  try {
    parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_BYTES,
      on_record(cells: string[], { lines }) {
        reached.line = lines;
        const line = lines - breaksIn(cells.join(""));
        if (rows.length > MAX_ROWS) throw tooMany(line);
        if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new LineError(whyNoCsv(error, reached.line + 1));
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
function whyNoCsv({ code }: CsvError, next: number): string {
  if (code === "CSV_MAX_RECORD_SIZE") return `has a row of more than 1 MB in line ${next}`;
  if (code === "CSV_QUOTE_NOT_CLOSED") return `has a quote in line ${next} or below that is never closed`;
  return `has a quote within a cell in line ${next} or below: put the cell in quotes, and write the quotes in it twice`;
}

function readJson(text: string): Table {
  const objects = objectsIn(text).map(({ line, value }) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new LineError(`has no JSON object in line ${line}`);
    return { line, value: new Map(Object.entries(value)) };
  });
  const excess = objects[MAX_ROWS];
  if (excess) throw tooMany(excess.line);
  const headings = [...new Set(objects.flatMap(({ value }) => [...value.keys()]))];
  const textOf = (value: unknown) =>
    ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
  return {
    headings,
    rows: objects.map(({ line, value }) => ({
      line,
      cells: headings.map((name) => textOf(value.get(name))),
    })),
  };
}

/** The values of a list, of the worklogs of an export, or of one line each. */
function objectsIn(text: string): { line: number; value: unknown }[] {
  const whole = parsed(text);
  if (whole !== undefined) {
    const list = Array.isArray(whole) ? whole : ((whole as { worklogs?: unknown }).worklogs ?? [whole]);
    return (Array.isArray(list) ? list : []).map((value, index) => ({ line: index + 1, value }));
  }
  return text.split(/\r?\n/).flatMap((written, index) => {
    if (written.trim() === "") return [];
    const [line, value] = [index + 1, parsed(written)];
    if (value === undefined) throw new LineError(`is not JSON in line ${line}`);
    return [{ line, value }];
  });
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

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
