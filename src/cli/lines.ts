import { oneLine } from "../text/characters.ts";
import { shellWord } from "../text/shell-word.ts";
import { padded, widthOf, wrapped } from "../text/width.ts";

/** Rows with their cells below each other, each on one line. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map(oneLine));
  const widths: number[] = [];
  for (const row of shown)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  return shown.map((row) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** The lines of a text, each but the first indented, so that none of them reads as another text. */
export function hanging(text: string, width: number): string[] {
  const [first = "", ...others] = wrapped(text, width - INDENT.length);
  return [first, ...others.map((line) => INDENT + line)];
}

const INDENT = "    ";

/** Cells of a row, and a text that belongs to them. */
export interface TextRow {
  cells: readonly string[];
  text: string;
}

/** Less room for a text is too little: it goes below its cells. */
const MIN_ROOM = 24;

/** The lines of each row: its cells below those of others, and its text wrapped beside them, or below where there is too little room. */
export function textRows(rows: readonly TextRow[], width: number): string[][] {
  const starts = columns(rows.map(({ cells }) => cells));
  const left = Math.max(0, ...starts.map(widthOf)) + 2;
  const isBeside = width - left >= MIN_ROOM;
  const indent = isBeside ? left : INDENT.length;
  return rows.map(({ text }, index) => {
    const start = starts[index] ?? "";
    const [first = "", ...others] = text === "" ? [] : wrapped(text, width - indent);
    const below = (isBeside ? others : [first, ...others]).filter(Boolean);
    return [
      isBeside ? `${padded(start, left)}${first}`.trimEnd() : start,
      ...below.map((line) => `${" ".repeat(indent)}${line}`),
    ];
  });
}

/** A number with its noun: `1 day`, `3 days`. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** A longer line is shown by its end. */
const MAX_LENGTH = 400;

/** The line that runs this program with these words, as a shell reads it; undefined if it is too long to be shown. */
export function lineOf(words: readonly string[]): string | undefined {
  const line = ["tempofiller", ...words.map(shellWord)].join(" ");
  return line.length <= MAX_LENGTH ? line : undefined;
}

/** The end of a sentence that asks to type these words and an option, and the line to copy, if it can be shown. */
export function typeAgain(
  words: readonly string[],
  ...option: string[]
): { end: string; command?: string | undefined } {
  const command = lineOf([...words, ...option]);
  const end =
    command === undefined ? `type the same line again, with ${option.map(shellWord).join(" ")}` : "type:";
  return { end, command };
}

const NAME_WIDTH = 28;
const MAX_TEXT_WIDTH = 78;
const MIN_TEXT_WIDTH = 30;

/** The blanks before a text that stands below its name, where a line has no room for both. */
const NARROW_INDENT = 6;

export type Row = readonly [name: string, text: string];

/** Rows under a title, their texts in a column. A name that is too wide has a line of its own. */
export function section(title: string, rows: readonly Row[], width: number): string {
  return `${title}\n${rows.flatMap((row) => linesOf(row, width)).join("\n")}\n`;
}

export function paragraph(text: string, width: number): string {
  return `${wrapped(text, Math.min(width, NAME_WIDTH + MAX_TEXT_WIDTH)).join("\n")}\n`;
}

function linesOf([name, text]: Row, width: number): string[] {
  const room = width - NAME_WIDTH - 2;
  if (room < MIN_TEXT_WIDTH)
    return [
      `  ${name}`,
      ...wrapped(text, width - NARROW_INDENT).map((line) => " ".repeat(NARROW_INDENT) + line),
    ];
  const [first = "", ...others] = wrapped(text, Math.min(MAX_TEXT_WIDTH, room));
  const isWide = name.length > NAME_WIDTH - 2;
  const column = [...(isWide ? ["", first] : [first]), ...others];
  return column.map((line, index) => `  ${(index === 0 ? name : "").padEnd(NAME_WIDTH)}${line}`.trimEnd());
}
