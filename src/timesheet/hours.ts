/** Rounds once to two decimals, so totals add seconds first: three times twenty minutes is 1, not 0.99. */
export function toHours(seconds: number): number {
  return Math.round(seconds / 36) / 100;
}

export function toSeconds(hours: number): number {
  return Math.round(hours * 3600);
}
