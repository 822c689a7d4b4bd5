import { oneLine } from "./characters.ts";
import { cut, LENGTHS } from "./lengths.ts";

/** The multiple of the shown characters that is looked at: hidden ones among them are dropped before the text is cut. */
const SEARCHED = 4;

/** A text of evidence, such as a title, a branch or a path, on one line, of at most as many characters as the summary of an issue has. */
export function shortText(text: string, max: number = LENGTHS.summary): string {
  const searched = text.slice(0, SEARCHED * max);
  return cut(oneLine(searched).trim(), max, text.length - searched.length);
}
