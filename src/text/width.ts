import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";
import { oneLine } from "./characters.ts";

/** Marks of direction and a joiner that take no place in a terminal, which the library counts. */
const WITHOUT_PLACE = /[\u061c\u200c\u200e\u200f]/g;

/** The columns of a terminal that a text takes: two for a wide letter or an emoji, none for a mark on a letter or for a colour. */
export function widthOf(text: string): number {
  return stringWidth(text.replaceAll(WITHOUT_PLACE, ""));
}

/** A text with blanks up to a width. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** A text of at most this width. A longer one is cut between two characters, and ends with a mark. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let left = width - 1;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= widthOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The lines of a text, each of at most this width. A longer word has a line of its own, and stays whole. */
export function wrapped(text: string, width: number): string[] {
  return linesIn(oneLine(text).trim().replaceAll(/ +/g, " "), width);
}

/** Hours with their unit, and a short command within a sentence: a line does not end within them. */
const TOGETHER = /\d h\b|\btempofiller [a-z-]+(?: --[a-z-]+(?: [\w.-]+)?)*/g;

const NO_BREAK = "\u00a0";

function linesIn(text: string, width: number): string[] {
  const joined = text.replaceAll(TOGETHER, (found) =>
    widthOf(found) <= width ? found.replaceAll(" ", NO_BREAK) : found,
  );
  return wrapAnsi(joined, width).replaceAll(NO_BREAK, " ").split("\n");
}

/**
 * Lines for a terminal of a width: longer ones go on below, under their last cell or further in. What a file holds stays as it is, and so
 * does a command to copy: a terminal that wraps it by itself copies it as one line.
 */
export function fitted(text: string, width: number): string {
  let isQuoted = false;
  const fit = (line: string) => {
    const isCommand = isQuoted || (COMMAND.test(line) && !APOSTROPHE.test(line));
    if (isCommand && line.replaceAll("\\'", "").split("'").length % 2 === 0) isQuoted = !isQuoted;
    return isCommand || widthOf(line) <= width || isOfFile(line) ? [line] : folded(line, width);
  };
  return text.split("\n").flatMap(fit).join("\n");
}

/** The first line of a command to copy; within quotes it may have further ones. */
const COMMAND = /^ *(?:tempofiller|curl|printf) /;

/** No command has one: a quotation begins or ends a word there. */
const APOSTROPHE = /\w'\w/;

/** JSON, and indented lines of TOML or settings. */
function isOfFile(line: string): boolean {
  return /^\s*["[\]{}]|^\s+(?:[\w.-]+ = |[A-Z_]{4,}=)/.test(line);
}

/** The columns by which a line goes on further in: a text of others never begins a line of its own. */
const FURTHER_IN = 2;

/** The first of a line's cells, with the blanks after them, and the last one. */
const LAST_CELL = /^(.*\S {2,}|\s*)(\S.*)$/s;

function folded(line: string, width: number): string[] {
  const text = line.trimEnd();
  const end = line.slice(text.length);
  const [, cells = "", last = text] = LAST_CELL.exec(text) ?? [];
  const room = width - widthOf(cells);
  const hasRoom = room >= width / 2 && last.split(" ").every((word) => widthOf(word) <= room);
  if (cells.trim() !== "" && hasRoom) return below(cells, last, end, widthOf(cells), width);
  const blanks = text.slice(0, Math.min(text.length - text.trimStart().length, width / 2));
  return below(blanks, text.trim().replaceAll(/ {2,}/g, "  "), end, blanks.length + FURTHER_IN, width);
}

function below(before: string, text: string, end: string, indent: number, width: number): string[] {
  const lines = linesIn(text, Math.max(1, width - indent));
  return lines.map(
    (part, index) =>
      `${index === 0 ? before : " ".repeat(indent)}${part.trimStart()}${index === lines.length - 1 ? end : ""}`,
  );
}
