import { printable } from "../../text/characters.ts";

/** What a line is about. No token, header or comment is ever a field. */
export interface LogFields {
  event: "server" | "request" | "call" | "audit";
  message?: string;
  requestId?: string | undefined;
  traceId?: string | undefined;
  /** A keyed hash. */
  person?: string | undefined;
  [name: string]: string | number | boolean | string[] | undefined;
}

export type JsonLog = (level: "info" | "warn" | "error", fields: LogFields) => void;

/** One JSON object a line. */
export function createJsonLog(wallClock: () => number, write: (line: string) => void): JsonLog {
  return (level, fields) => {
    const time = new Date(wallClock()).toISOString();
    write(`${printable(JSON.stringify({ time, level, ...fields }))}\n`);
  };
}
