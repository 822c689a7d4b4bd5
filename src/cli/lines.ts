import { oneLine } from "../text/characters.ts";
import { shellWord } from "../text/shell-word.ts";

/** Rows with their cells below each other, each on one line. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map(oneLine));
  const widths: number[] = [];
  for (const row of shown)
    for (const [index, { length }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, length);
  return shown.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** A number with its noun: `1 day`, `3 days`. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** A longer line is shown by its end. */
const MAX_LENGTH = 400;

/** The line that runs this program with these words and an option, as a shell reads it. */
export function typeAgain(words: readonly string[], ...option: string[]): string {
  const line = ["tempofiller", ...[...words, ...option].map(shellWord)].join(" ");
  return line.length <= MAX_LENGTH ? line : `the same line again, with ${option.map(shellWord).join(" ")}`;
}
