import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../src/timesheet/clock.ts";

/** How many turns of the event loop without work tell that everybody sleeps. */
const IDLE_TURNS = 25;

/** A clock on which a day passes in a moment: when everybody sleeps, it goes on to whoever wakes first. */
export interface VirtualClock extends Clock {
  /** Lets time pass, without waking sleepers in between. */
  advance(milliseconds: number): void;
  /** Runs work during which no time passes. */
  work<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** @param random chance; the same always where a test does not care */
export function virtualClock(random: () => number = () => 0.5): VirtualClock {
  let now = 0;
  let busy = 0;
  let turning = false;
  const sleepers = new Map<() => void, number>();

  async function turn(): Promise<void> {
    if (turning) return;
    turning = true;
    let idle = 0;
    while (sleepers.size > 0) {
      await setImmediate();
      idle = busy > 0 ? 0 : idle + 1;
      // Whoever slept may have been woken by a signal meanwhile.
      if (idle < IDLE_TURNS || sleepers.size === 0) continue;
      idle = 0;
      const [wake, at] = [...sleepers].reduce((first, other) => (other[1] < first[1] ? other : first));
      now = Math.max(now, at);
      wake();
    }
    turning = false;
  }

  return {
    now: () => now,
    wallClock: () => Date.UTC(2026, 0, 15) + now,
    random,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = () => {
          sleepers.delete(wake);
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        sleepers.set(wake, now + milliseconds);
        signal?.addEventListener("abort", wake, { once: true });
        void turn();
      }),
    advance(milliseconds) {
      now += milliseconds;
    },
    async work(run) {
      busy += 1;
      try {
        return await run();
      } finally {
        busy -= 1;
      }
    },
  };
}
