import { oneLine } from "../../text/characters.ts";
import { cut, LENGTHS } from "../../text/lengths.ts";

/** Characters that are looked at: hidden ones among them are dropped before the text is cut. */
const SEARCHED = 4 * LENGTHS.summary;

/** A branch, a subject or a path on one line, of at most as many characters as the summary of an issue. */
export function shortText(text: string): string {
  const searched = text.slice(0, SEARCHED);
  return cut(oneLine(searched).trim(), LENGTHS.summary, text.length - searched.length);
}
