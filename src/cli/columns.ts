/** What a cell quotes cannot drive the terminal: its control characters are removed. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{C}/gu, "")));
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
