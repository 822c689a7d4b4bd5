import type { Clock } from "../timesheet/clock.ts";

export const systemClock: Clock = {
  now: () => performance.now(),
  wallClock: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      signal?.addEventListener("abort", wake);
    }),
  random: Math.random,
};
