import type { Clock } from "./clock.ts";

/** A clock whose wall clock goes on from what it is now, even if that of the machine is set to another time. */
export function steadyClock(clock: Clock): Clock {
  const start = clock.wallClock() - clock.now();
  return {
    now: () => clock.now(),
    wallClock: () => start + clock.now(),
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
    random: () => clock.random(),
  };
}
