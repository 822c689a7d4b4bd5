import { largestRemainder } from "../largest-remainder.ts";

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

  const steps = largestRemainder(shares, step * parts, Math.floor(total / step));
  return steps.map((count, index) => count * step + (index === largest ? total % step : 0));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
