import type { Clock } from "../timesheet/clock.ts";
import type { Writers } from "../timesheet/writers.ts";

export interface CountedWriters extends Writers {
  /** Calls that write or wait for their turn to. The client of such a call may have gone away. */
  count(): number;
  /** Resolves when there are none, or at the deadline by the clock's `now`. */
  idle(deadline: number, clock: Clock): Promise<void>;
}

const POLL_MS = 100;

export function countedWriters(writers: Writers): CountedWriters {
  let count = 0;
  return {
    async run(owner, scope, write) {
      count += 1;
      try {
        return await writers.run(owner, scope, write);
      } finally {
        count -= 1;
      }
    },
    count: () => count,
    async idle(deadline, clock) {
      while (count > 0 && clock.now() < deadline) await clock.sleep(POLL_MS);
    },
  };
}
