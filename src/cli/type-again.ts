import { shellWord } from "../text/shell-word.ts";

/** A longer line is shown by its end. */
const MAX_LENGTH = 400;

/** The line that runs this program with these words and an option, as a shell reads it. */
export function typeAgain(words: readonly string[], ...option: string[]): string {
  const line = ["tempofiller", ...[...words, ...option].map(shellWord)].join(" ");
  return line.length <= MAX_LENGTH ? line : `the same line again, with ${option.map(shellWord).join(" ")}`;
}
