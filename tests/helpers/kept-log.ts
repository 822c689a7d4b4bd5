import type { Log } from "../../src/timesheet/log.ts";

/** Keeps the lines of a log; those with a level begin with it. */
export function keptLog(lines: string[]): Log {
  return (line, level) => void lines.push(level === undefined ? line : `${level}: ${line}`);
}
