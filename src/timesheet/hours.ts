/**
 * Seconds as decimal hours, rounded once to two decimals. Totals add seconds first and call this once: three times
 * twenty minutes is 1, not 0.99.
 */
export function toHours(seconds: number): number {
  return Math.round(seconds / 36) / 100;
}

/** Decimal hours as whole seconds. */
export function toSeconds(hours: number): number {
  return Math.round(hours * 3600);
}
