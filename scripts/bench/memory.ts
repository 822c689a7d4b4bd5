import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";

/** A process's resident memory in megabytes: now, and at its highest where the system reports it (Linux). */
export async function memoryOf(pid: number): Promise<{ now: number; highest?: number }> {
  if (process.platform !== "linux") {
    const kilobytes = Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }));
    return { now: kilobytes / 1024 };
  }
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const megabytes = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  return { now: megabytes("VmRSS"), highest: megabytes("VmHWM") };
}
