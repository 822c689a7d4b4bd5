import type { Clock } from "./clock.ts";

const known = new WeakMap<Clock, Clock>();

/**
 * A clock whose wall clock goes on from what it is now, even if that of the machine is set to another time. There is one for each
 * clock, so that all parts of a process agree.
 */
export function steadyClock(clock: Clock): Clock {
  const found = known.get(clock);
  if (found) return found;
  const start = clock.wallClock() - clock.now();
  const steady: Clock = {
    now: () => clock.now(),
    wallClock: () => start + clock.now(),
    machine: () => clock.machine(),
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
    random: () => clock.random(),
  };
  known.set(clock, steady).set(steady, steady);
  return steady;
}
