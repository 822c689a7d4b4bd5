import { largestRemainder } from "./largest-remainder.ts";

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
