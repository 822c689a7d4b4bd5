/**
 * Whole units for each share. What is left of the total after the whole units of each goes to the largest remainders, one unit each; of
 * equal ones, to the larger share, then to the first.
 *
 * @param shares whole numbers
 * @param unit what a unit is in those numbers
 * @param total the sum of the result: less than a unit away from the sum of the shares
 */
export function largestRemainder(shares: readonly number[], unit: number, total: number): number[] {
  const units = shares.map((share) => Math.floor(share / unit));
  const left = total - units.reduce((sum, count) => sum + count, 0);
  const byRemainder = shares
    .map((share, index) => ({ share, index, remainder: share % unit }))
    .toSorted((a, b) => b.remainder - a.remainder || b.share - a.share || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) units[index] = (units[index] ?? 0) + 1;
  return units;
}
