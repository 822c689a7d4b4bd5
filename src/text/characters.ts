/**
 * Hidden characters that stay, for the inside of a character class: the joiners and the marks of direction, which Arabic, Hebrew,
 * Persian and Indian scripts are written with, and the two selectors of emoji.
 */
const JOINER = String.raw`\u061c\u200c-\u200f\ufe0e\ufe0f`;

/**
 * Characters that are never shown. They are not seen, and could still reorder or drive what shows them, or speak to a model:
 * controls, but for tabs and line ends; what Unicode calls ignorable, such as tags, bidirectional embeddings and isolates,
 * zero-width spaces, soft hyphens and variation selectors; halves of a pair, noncharacters and interlinear annotations.
 */
const HIDDEN = [
  String.raw`[^\P{Cc}\t\n\r]`,
  String.raw`[^\P{Default_Ignorable_Code_Point}${JOINER}]`,
  String.raw`[\p{Cs}\p{Noncharacter_Code_Point}\ufff9-\ufffb]`,
].join("|");

/** No text is written with three joiners in a row; a message could be hidden in a row of many. */
const EXTRA_JOINERS = `([${JOINER}]{2})[${JOINER}]+`;

/** No script stacks more than eight marks on a letter; hundreds would cover the lines around it. */
const EXTRA_MARKS = String.raw`([\p{M}${JOINER}]{8})[\p{M}${JOINER}]+`;

const LOST = String.raw`[\ufffd\p{Cs}]`;

/** Line ends of other kinds than a text has. */
const ODD_LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g;

/** Nothing is hidden in such a text, which one search says of nearly every text. */
const PLAIN = /^[\t\n\r -~\u00a0-\u00ac\u00ae-\u02ff]*$/;

/** Patterns by their source, each made for the first text that is not plain: Node's table of Unicode would cost every start a millisecond. */
const made = new Map<string, RegExp>();

function every(source: string): RegExp {
  const pattern = made.get(source) ?? new RegExp(source, "gu");
  made.set(source, pattern);
  return pattern;
}

/** A text of others without what is hidden in it. */
export function cleaned(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replaceAll(ODD_LINE_ENDS, "\n")
    .replaceAll(every(HIDDEN), "")
    .replaceAll(every(EXTRA_JOINERS), "$1")
    .replaceAll(every(EXTRA_MARKS), "$1");
}

/** Whether every character of a text was decoded. What is left of a lost one (U+FFFD, or half of a pair) is no text to store. */
export function isDecoded(text: string): boolean {
  return PLAIN.test(text) || text.search(every(LOST)) < 0;
}

/** A text of others for one line of a terminal, a form or a message. */
export function oneLine(text: string): string {
  return cleaned(text).replaceAll(/[\t\n\r]+/g, " ");
}

/** Colours first, which stay, then what does not: hidden characters, and line ends that a terminal or a reader of logs takes in its own way. */
const UNPRINTABLE = String.raw`\u001b\[\d{1,2}m|\r(?!\n)|[\u2028\u2029]|${HIDDEN}`;

/**
 * The text as a command or a log prints it. Texts of others are clean before; whatever is hidden still is written as an escape of JSON, so that it
 * is seen, and a JSON text keeps its value. Line ends stay, and so do the colours of a command.
 */
export function printable(text: string): string {
  if (PLAIN.test(text) && !text.includes("\r")) return text;
  return text.replaceAll(every(UNPRINTABLE), (found) => (found.endsWith("m") ? found : escaped(found)));
}

/** A record of a log, which is one line. */
export function logLine(text: string): string {
  return printable(text.replaceAll(/[\n\r]+[\t ]*/g, " | "));
}

function escaped(text: string): string {
  const units = text.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return units.map((unit) => `\\u${unit}`).join("");
}
