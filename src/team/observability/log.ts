import { printable } from "../../text/characters.ts";
import type { Log } from "../../timesheet/log.ts";

/** A log with one JSON object a line. The event is `server` unless a field names another one, which has fields alone. */
export function createJsonLog(wallClock: () => number, write: (line: string) => void): Log {
  return (message, level = "info", { event = "server", ...fields } = {}) => {
    const time = new Date(wallClock()).toISOString();
    const record = { time, level, event, ...fields, ...(event === "server" && { message }) };
    write(`${printable(JSON.stringify(record))}\n`);
  };
}
