import { toHours, toSeconds } from "../../timesheet/hours.ts";

/**
 * Returns a function that reads the hours of a reply as seconds. Replies round to two decimals, so three times 20 minutes is 0.33 each and 1 in
 * all. Read as whole minutes, such hours add up again; where they do not add up to the reply's own total, they are decimals.
 */
export function readHours(hours: readonly number[], total: number): (hours: number) => number {
  const off = (read: (hours: number) => number) =>
    Math.abs(toHours(hours.reduce((sum, each) => sum + read(each), 0)) - total);
  return off(toMinutes) <= off(toSeconds) ? toMinutes : toSeconds;
}

function toMinutes(hours: number): number {
  return Math.round(hours * 60) * 60;
}
