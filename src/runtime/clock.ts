import { readFileSync } from "node:fs";
import { uptime } from "node:os";
import type { Clock, MachineTime } from "../timesheet/clock.ts";
import { onAbort } from "../timesheet/on-abort.ts";
import { dateInZone } from "../timesheet/zones.ts";

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

let boot: { boot?: string } | undefined;

export function machineTime(): MachineTime {
  const milliseconds = Math.round(uptime() * 1000);
  boot ??= readBoot(milliseconds);
  return { ...boot, uptime: milliseconds };
}

/** Only Linux has a name for each start of the machine. */
function readBoot(milliseconds: number): { boot?: string } {
  // Some containers have the name of their host's start, and an uptime of their own.
  if (milliseconds + 1000 < Number(process.hrtime.bigint() / 1_000_000n)) return {};
  try {
    return { boot: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8) };
  } catch {
    return {};
  }
}

/** The one place where a time zone decides which dates a call is about. @param zone the machine's own if undefined */
export function today(zone?: string): string {
  return zone === undefined
    ? localTime(new Date()).slice(0, "2026-01-05".length)
    : dateInZone(zone)(Date.now());
}

/** A moment in the local time zone, such as `2026-01-05 09:30`. */
export function localTime(moment: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const date = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join("-");
  return `${date} ${[moment.getHours(), moment.getMinutes()].map(twoDigits).join(":")}`;
}
