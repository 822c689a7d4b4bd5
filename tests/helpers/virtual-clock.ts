import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../src/timesheet/clock.ts";

/** After so many idle turns of the event loop, everything is taken to be asleep. */
const IDLE_TURNS = 25;

/** A clock on which a day passes in a moment: when everything is asleep, it advances to the next to wake. */
export interface VirtualClock extends Clock {
  /** Lets time pass, without waking sleepers in between. */
  advance(milliseconds: number): void;
  /** Sets the wall clock, as a person or NTP does: it goes on from so much later, or earlier if that is negative. */
  step(milliseconds: number): void;
  /** Runs work during which no time passes. */
  work<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** @param random numbers from 0 to 1; always 0.5 unless given */
export function virtualClock(random: () => number = () => 0.5): VirtualClock {
  const timers = createTimers();
  let busy = 0;
  let workEnds = () => {};
  let ahead = 0;
  let turning = false;

  async function turn(): Promise<void> {
    if (turning) return;
    turning = true;
    let idle = 0;
    while (timers.count() > 0) {
      await setImmediate();
      idle += 1;
      if (busy > 0) {
        idle = 0;
        await new Promise<void>((resolve) => {
          workEnds = resolve;
        });
      }
      // A signal may have woken the last sleeper meanwhile.
      if (idle < IDLE_TURNS || timers.count() === 0) continue;
      idle = 0;
      timers.next();
    }
    turning = false;
  }

  return {
    now: timers.now,
    wallClock: () => Date.UTC(2026, 0, 15) + timers.now() + ahead,
    machine: () => ({ boot: "first", uptime: 1_000_000 + timers.now() }),
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
    step(milliseconds) {
      ahead += milliseconds;
    },
    async work(run) {
      busy += 1;
      try {
        return await run();
      } finally {
        busy -= 1;
        if (busy === 0) workEnds();
      }
    },
  };
}

/** The timers behind a virtual clock. */
function createTimers() {
  let now = 0;
  const sleepers = new Map<() => void, number>();
  return {
    now: () => now,
    /** Calls back after a while, and returns a function that cancels that. */
    set(wake: () => void, milliseconds: number): () => void {
      sleepers.set(wake, now + milliseconds);
      return () => sleepers.delete(wake);
    },
    count: () => sleepers.size,
    /** Advances to the next timer, and fires it. */
    next() {
      const [wake, at] = [...sleepers].reduce((first, other) => (other[1] < first[1] ? other : first));
      now = Math.max(now, at);
      wake();
    },
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
}
