import { readFileSync } from "node:fs";
import { uptime } from "node:os";
import type { MachineTime } from "../timesheet/clock.ts";

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
