import { compareText } from "./totals.ts";

/**
 * 96 bits in hexadecimal digits that change with any of the rows, but not with their order. Fewer could be
 * fitted: the rows have texts of others, such as the title of a meeting, for which another with the same digest would be found.
 */
export function digestOf(rows: readonly unknown[]): string {
  const texts = rows.map((row) => JSON.stringify(row)).sort(compareText);
  // Loaded with the first plan, since it takes a twentieth of a start.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 24);
}
