/** The most of these times that are within an interval, wherever it begins; its end does not count. */
export function mostWithin(times: readonly number[], interval: number): number {
  return Math.max(...times.map((end) => times.filter((time) => end - interval < time && time <= end).length));
}
