import { setTimeout } from "node:timers/promises";
import type { Clock } from "../timesheet/clock.ts";

export const systemClock: Clock = {
  now: () => performance.now(),
  wallClock: () => Date.now(),
  async sleep(milliseconds, signal) {
    try {
      await setTimeout(milliseconds, undefined, signal && { signal });
    } catch {
      // The signal fired: that ends the sleep, and is no failure of it.
    }
  },
  random: Math.random,
};
