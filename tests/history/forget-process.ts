import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** No process has this number. */
const NO_PROCESS = 999_999_999;

/** Gives the leases that a process has left behind the number of none: all processes of a test are one to the system. */
export function forgetProcess(paths: readonly string[]): void {
  // Another process may have removed a lease that was lost.
  for (const path of paths.filter((it) => it.includes(".lease.") && existsSync(it))) {
    const content = parse(readFileSync(path, "utf8"));
    if (content) writeFileSync(path, JSON.stringify({ ...content, pid: NO_PROCESS }).padEnd(256));
  }
}

function parse(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
