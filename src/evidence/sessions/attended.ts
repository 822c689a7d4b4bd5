import type { Moment } from "./read-line.ts";

/** An assistant works on alone. What it does counts as the user's work for as long as a gap between two moments may be. */
const ATTENDED_MS = 30 * 60_000;

/**
 * The moments of the user, and those of assistants soon after one of the same session. If none is known to be the user's, the transcripts
 * do not tell, and all count.
 */
export function attended(moments: readonly Moment[]): Moment[] {
  const own = new Map<string | undefined, number[]>();
  for (const { session, at, isOfUser } of moments) {
    if (!isOfUser) continue;
    const times = own.get(session);
    if (times) times.push(at);
    else own.set(session, [at]);
  }
  if (own.size === 0) return [...moments];
  for (const times of own.values()) times.sort((a, b) => a - b);
  return moments.filter(({ session, at, isOfUser }) => {
    const last = isOfUser ? at : lastUntil(own.get(session) ?? [], at);
    return last !== undefined && at - last <= ATTENDED_MS;
  });
}

/** The last of ascending times that is not later than another. */
function lastUntil(times: readonly number[], at: number): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return times[low - 1];
}
