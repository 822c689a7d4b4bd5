/** Pairs as many as can be, one to one: each with the first that it may be, unless another one may be none but that. */
export function pairUp<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  mayBe: (one: One, other: Other) => boolean,
): Map<One, Other> {
  const paired = new Map<Other, One>();
  const place = (one: One, tried: Set<Other>): boolean => {
    const free = others.find((other) => !paired.has(other) && mayBe(one, other));
    if (free !== undefined) return paired.set(free, one).has(free);
    for (const other of others) {
      const rival = paired.get(other);
      if (rival === undefined || tried.has(other) || !mayBe(one, other)) continue;
      tried.add(other);
      if (place(rival, tried)) return paired.set(other, one).has(other);
    }
    return false;
  };
  for (const one of ones) place(one, new Set());
  return new Map([...paired].map(([other, one]) => [one, other]));
}
