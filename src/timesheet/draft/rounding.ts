/**
 * Rounds shares to steps by the largest remainder. A share below half a step is 0, and the largest one gets its time. The largest also
 * gets what the total is more than whole steps.
 *
 * @param exact the shares in parts of a second; whole numbers
 * @param parts how many parts a second has
 * @param total the sum of the result, in seconds: as near to the sum of the shares as whole steps are, or not in whole steps
 * @returns seconds
 */
export function roundShares(exact: readonly number[], parts: number, total: number, step: number): number[] {
  const largest = exact.indexOf(Math.max(...exact));
  const shares = exact.map((share, index) => (index !== largest && 2 * share < step * parts ? 0 : share));
  const lost = sumOf(exact) - sumOf(shares);
  if (lost > 0) shares[largest] = (shares[largest] ?? 0) + lost;

  const steps = shares.map((share) => Math.floor(share / (step * parts)));
  const left = Math.floor(total / step) - sumOf(steps);
  const byRemainder = shares
    .map((share, index) => ({ share, index, remainder: share % (step * parts) }))
    .toSorted((a, b) => b.remainder - a.remainder || b.share - a.share || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) steps[index] = (steps[index] ?? 0) + 1;
  return steps.map((count, index) => count * step + (index === largest ? total % step : 0));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
