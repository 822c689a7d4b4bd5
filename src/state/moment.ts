import type { Clock } from "../timesheet/clock.ts";

/** Monotonic and wall-clock time. */
export interface Moment {
  now: number;
  wallClock: number;
}

export function momentOf(clock: Clock): Moment {
  return { now: clock.now(), wallClock: clock.wallClock() };
}

/** A process may stop with or without its clocks: the longer gap counts, and a clock that was set counts as one. */
export function gapSince({ now, wallClock }: Moment, clock: Clock): number {
  return Math.max(clock.now() - now, Math.abs(clock.wallClock() - wallClock));
}
