import type { Unmapped } from "./draft.ts";

/** The most rows that may have all of their candidates. With more, a reply costs too much, and days drafted alone have them all. */
const MAX_ROWS = 6;

/** Unmapped evidence without the candidates that the row before of its title has too; where many are left, the likeliest of each. */
export function withFewCandidates(unmapped: readonly Unmapped[]): Unmapped[] {
  const rows = withoutRepeated(unmapped);
  if (rows.filter(({ candidates }) => candidates.length > 0).length <= MAX_ROWS) return rows;
  return withoutRepeated(unmapped.map((row) => ({ ...row, candidates: row.candidates.slice(0, 1) })));
}

function withoutRepeated(unmapped: readonly Unmapped[]): Unmapped[] {
  const last = new Map<string, string>();
  return unmapped.map((row) => {
    const { title, candidates } = row;
    if (title === undefined) return row;
    const reasons = JSON.stringify(candidates.map(({ issue, why }) => [issue.key, why]));
    const isRepeated = last.get(title) === reasons;
    last.set(title, reasons);
    return isRepeated ? { ...row, candidates: [] } : row;
  });
}
