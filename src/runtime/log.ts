import { logLine, printable } from "../text/characters.ts";
import { fitted } from "../text/width.ts";
import type { Log } from "../timesheet/log.ts";

/** Prints the last message of a command to stderr, since stdout belongs to the protocol. It keeps its lines. */
export function createLog(redact: (text: string) => string, fold = fittedToTerminal): Log {
  return (message) => {
    process.stderr.write(fold(`tempofiller: ${redact(message)}\n`));
  };
}

/** Prints a line to copy to stderr, unfolded: a terminal that wraps it by itself copies it as one line. */
export function printCommand(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

function fittedToTerminal(text: string): string {
  const { isTTY, columns } = process.stderr;
  return isTTY && columns > 0 ? fitted(text, columns) : text;
}

/** The log of a server and of a call: each record is one line without secrets and without hidden characters. */
export function createStderrLog(redact: (text: string) => string): Log {
  return createLog((line) => logLine(redact(line)));
}
