import { lenientComment } from "../content.ts";

interface Comparable {
  seconds: number;
  comment: string;
}

/** The most alike first: by what the comments have in common from the start, then by duration, then in order. */
export function pairMostAlike<Wanted extends Comparable, Found extends Comparable>(
  wanted: readonly Wanted[],
  found: readonly Found[],
): [Wanted, Found][] {
  const ranked = wanted
    .flatMap((a) =>
      found.map((b) => {
        const [ours, theirs] = [lenientComment(a.comment), lenientComment(b.comment)];
        const common = ours === theirs ? Number.POSITIVE_INFINITY : commonStart(ours, theirs);
        return { a, b, common, distance: Math.abs(a.seconds - b.seconds) };
      }),
    )
    .sort((x, y) => (x.common === y.common ? x.distance - y.distance : y.common - x.common));
  const pairs = new Map<Wanted, Found>();
  const taken = new Set<Found>();
  for (const { a, b } of ranked) {
    if (pairs.has(a) || taken.has(b)) continue;
    pairs.set(a, b);
    taken.add(b);
  }
  return [...pairs];
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
