import { oneLine } from "../text/characters.ts";

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
