/** One table of measurements. */
export interface Section {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  /** Limits that were exceeded, as text; empty if none was. */
  missed: string[];
}

/** A section as a Markdown table, its numbers to a digit or two. */
export function render({ title, columns, rows }: Section): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    `**${title}**`,
    "",
    line(columns),
    line(columns.map((_, index) => (index === 0 ? "---" : "---:"))),
    ...rows.map((row) => line(row.map(inDigits))),
  ].join("\n");
}

function inDigits(cell: string | number): string {
  if (typeof cell === "string") return cell;
  if (Number.isInteger(cell)) return cell.toLocaleString("en");
  return cell.toFixed(Math.abs(cell) < 10 ? 2 : 1);
}
