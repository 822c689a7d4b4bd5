import { logLine } from "../text/characters.ts";

/** Prints the last message of a command to stderr, since stdout belongs to the protocol. It keeps its lines. */
export function createLog(redact: (text: string) => string): (line: string) => void {
  return (line) => {
    process.stderr.write(`tempofiller: ${redact(line)}\n`);
  };
}

/** The log of a server and of a call: each record is one line without secrets and without hidden characters. */
export function createStderrLog(redact: (text: string) => string): (line: string) => void {
  return createLog((line) => logLine(redact(line)));
}
