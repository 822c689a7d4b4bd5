import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";
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

/** Where sleepers wait. */
interface Timers {
  now(): number;
  /** Calls back in a while, and answers what takes that back. */
  set(wake: () => void, milliseconds: number): () => void;
  count(): number;
  /** Goes on to the next one, and calls it. */
  next(): void;
  advance(milliseconds: number): void;
}

/** @param random chance; the same always where a test does not care */
export function virtualClock(
  random: () => number = () => 0.5,
  timers: Timers = timersOfItsOwn(),
): VirtualClock {
  let busy = 0;
  let turning = false;

  async function turn(): Promise<void> {
    if (turning) return;
    turning = true;
    let idle = 0;
    while (timers.count() > 0) {
      await setImmediate();
      idle = busy > 0 ? 0 : idle + 1;
      // Whoever slept may have been woken by a signal meanwhile.
      if (idle < IDLE_TURNS || timers.count() === 0) continue;
      idle = 0;
      timers.next();
    }
    turning = false;
  }

  return {
    now: timers.now,
    wallClock: () => Date.UTC(2026, 0, 15) + timers.now(),
    random,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = () => {
          clear();
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        const clear = timers.set(wake, milliseconds);
        signal?.addEventListener("abort", wake, { once: true });
        void turn();
      }),
    advance: timers.advance,
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

/** A virtual clock that the libraries live by as well: it needs vitest's fake timers, of `setTimeout` and `Date`. */
export function virtualClockForAll(random: () => number): VirtualClock {
  return virtualClock(random, {
    now: () => Date.now(),
    set(wake, milliseconds) {
      const timer = setTimeout(wake, milliseconds);
      return () => clearTimeout(timer);
    },
    count: () => vi.getTimerCount(),
    next: () => vi.advanceTimersToNextTimer(),
    advance: (milliseconds) => vi.advanceTimersByTime(milliseconds),
  });
}

function timersOfItsOwn(): Timers {
  let now = 0;
  const sleepers = new Map<() => void, number>();
  return {
    now: () => now,
    set(wake, milliseconds) {
      sleepers.set(wake, now + milliseconds);
      return () => sleepers.delete(wake);
    },
    count: () => sleepers.size,
    next() {
      const [wake, at] = [...sleepers].reduce((first, other) => (other[1] < first[1] ? other : first));
      now = Math.max(now, at);
      wake();
    },
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
