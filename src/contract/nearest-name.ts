/** Names that replies, arguments and users have for the same thing, as `plain` writes them. */
const SYNONYMS = [
  ["comment", "description"],
  ["id", "worklogid"],
  ["date", "startdate"],
];

/** The fewest letters of a name's start that can stand for the name. */
const MIN_START = 3;

/** The known name that an unknown one most likely means; the first of those that are as near. Undefined if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const unknown = plain(name);
  let nearest: { candidate: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = distanceBetween(unknown, plain(candidate));
    if (distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest = { candidate, distance };
    }
  }
  return nearest?.candidate;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, "");
}

/** Infinite if the names have little in common. */
function distanceBetween(name: string, known: string): number {
  if (name === known) return 0;
  if (SYNONYMS.some((names) => names.includes(name) && names.includes(known))) return 1;
  if (name.length >= MIN_START && known.startsWith(name)) return 1;
  const limit = Math.max(name.length, known.length) / 3;
  // Also bounds the work for a name of any length.
  if (Math.abs(name.length - known.length) > limit) return Number.POSITIVE_INFINITY;
  const distance = editDistance(name, known);
  return distance <= limit ? distance : Number.POSITIVE_INFINITY;
}

/** The number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const [left = 0, above = 0, diagonal = 0] = [row[j - 1], last[j], last[j - 1]];
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (beforeLast[j - 2] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
      row[j] = Math.min(left + 1, above + 1, swapped + 1, diagonal + Number(a[i - 1] !== b[j - 1]));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
