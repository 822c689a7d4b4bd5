import { oneLine } from "./characters.ts";

/** The most characters that are shown of a text of others, by what it is. */
export const LENGTHS = {
  /** The name of a user, a holiday, a status, a work attribute or its values. */
  name: 200,
  /** The name of a group of totals: a reply of many groups stays short. */
  groupName: 40,
  /** The summary of an issue; the most that Jira stores. */
  summary: 255,
  /** The comment of a worklog or a timesheet: several times as many as most have, and 500 of them still are a reply that a model can read. */
  comment: 2000,
  /** A message of Tempo or Jira in an error. */
  message: 1000,
} as const;

/** The end of a text that is cut. */
const MARK = /… \(\d{1,3}(?:,\d{3})* more characters\)$/;

const MAX_MARK = 40;

/**
 * A text of at most so many characters: a longer one is cut, between two characters, and its end says how many are left out.
 *
 * @param missing how many characters have been left out at its end before
 */
export function cut(text: string, max: number, missing = 0, mark = moreCharacters): string {
  if (text.length <= max && missing === 0) return text;
  const wanted = Math.min(text.length, max - mark(text.length + missing).length);
  const end = isHalf(text, wanted) ? wanted - 1 : wanted;
  return text.slice(0, end) + mark(text.length + missing - end);
}

/** Texts of a list, at most so many, and how many more it has. */
export function listed(texts: readonly string[], max: number): string {
  const more = texts.length - max;
  return `${texts.slice(0, max).join(", ")}${more > 0 ? ` and ${thousands(more)} more` : ""}`;
}

/** Whether a text ends as one that was cut. */
export function isCut(text: string): boolean {
  return MARK.test(text.slice(-MAX_MARK));
}

function moreCharacters(count: number): string {
  return `… (${thousands(count)} more characters)`;
}

/** Whether a place in a text is inside a character. */
function isHalf(text: string, place: number): boolean {
  return (text.codePointAt(place - 1) ?? 0) > 0xff_ff;
}

/** The multiple of the shown characters that is looked at: hidden ones among them are dropped before the text is cut. */
const SEARCHED = 4;

/** A text of evidence, such as a title, a branch or a path, on one line, of at most as many characters as the summary of an issue has. */
export function shortText(text: string, max: number = LENGTHS.summary): string {
  const searched = text.slice(0, SEARCHED * max);
  return cut(oneLine(searched).trim(), max, text.length - searched.length);
}

/**
 * A whole number with a comma after each three digits: 32,767.
 *
 * API quirk: `toLocaleString` does the same, but its first use loads Node's locale data, 20 ms and 5 MiB of a start.
 */
export function thousands(count: number): string {
  return String(count).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ",");
}

/** Such as "1 issue" and "1,200 issues". */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${thousands(count)} ${count === 1 ? noun : nouns}`;
}
