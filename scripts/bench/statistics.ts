/** The middle of the values: what a noisy machine moves least. */
export function median(values: number[]): number {
  return percentile(values, 50);
}

/** The smallest value that so many per cent of the values do not exceed. */
export function percentile(values: number[], per: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((per / 100) * sorted.length) - 1)] ?? Number.NaN;
}
