import { systemClock } from "../../src/runtime/clock.ts";
import type { Clock } from "../../src/timesheet/clock.ts";

/** The system's clock, which can be put forward. */
export interface AdjustableClock extends Clock {
  /** Puts it forward, and wakes who would have woken until then. */
  advance(milliseconds: number): void;
}

export function adjustableClock(): AdjustableClock {
  let ahead = 0;
  const sleepers = new Set<{ until: number; wake: AbortController }>();
  const now = () => systemClock.now() + ahead;
  return {
    now,
    wallClock: () => systemClock.wallClock() + ahead,
    machine: () => ({ ...systemClock.machine(), uptime: systemClock.machine().uptime + ahead }),
    random: systemClock.random,
    async sleep(milliseconds, signal) {
      const sleeper = { until: now() + milliseconds, wake: new AbortController() };
      sleepers.add(sleeper);
      const either = signal ? AbortSignal.any([signal, sleeper.wake.signal]) : sleeper.wake.signal;
      await systemClock.sleep(milliseconds, either);
      sleepers.delete(sleeper);
    },
    advance(milliseconds) {
      ahead += milliseconds;
      for (const { until, wake } of sleepers) if (until <= now()) wake.abort();
    },
  };
}
