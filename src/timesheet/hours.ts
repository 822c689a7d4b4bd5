const SECONDS_IN_HUNDREDTH = 36;

/** Rounds once to two decimals, so totals add seconds first: three times twenty minutes is 1, not 0.99. */
export function toHours(seconds: number): number {
  return Math.round(seconds / SECONDS_IN_HUNDREDTH) / 100;
}

/** Hours with two decimals whose sum is the total, each less than 0.01 away from its seconds. @param total their sum by `toHours` */
export function toHoursOf(total: number, seconds: readonly number[]): number[] {
  return largestRemainder(seconds, SECONDS_IN_HUNDREDTH, Math.round(total * 100)).map((units) => units / 100);
}

export function toSeconds(hours: number): number {
  return Math.round(hours * 3600);
}

/** Such as 1h 20m, for a time that two decimals of an hour do not say exactly; undefined for others. */
export function exactTime(seconds: number): string | undefined {
  if (seconds % 36 === 0) return undefined;
  const parts = { h: Math.floor(seconds / 3600), m: Math.floor(seconds / 60) % 60, s: seconds % 60 };
  return Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count}${unit}`)
    .join(" ");
}

/** The seconds of a text such as 1h 20m, 90m or 2h; undefined if it is no such text. */
export function readTime(text: string): number | undefined {
  const [, hours, minutes] = /^(?:(\d{1,4})h)? ?(?:(\d{1,4})m)?$/.exec(text.trim()) ?? [];
  if (hours === undefined && minutes === undefined) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60;
}

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
