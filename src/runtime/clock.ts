import type { Clock } from "../timesheet/clock.ts";
import { onAbort } from "../timesheet/on-abort.ts";
import { machineTime } from "./machine-time.ts";

export const systemClock: Clock = {
  now: () => performance.now(),
  wallClock: () => Date.now(),
  machine: machineTime,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        clearTimeout(timer);
        stopListening();
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      const stopListening = onAbort(signal, wake);
    }),
  random: Math.random,
};
