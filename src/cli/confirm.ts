import { addAbortSignal, type Readable } from "node:stream";

/** A command's view of who runs it. */
export interface Shell {
  /** Undefined if stdin is no terminal. */
  terminal: Readable | undefined;
  signal: AbortSignal;
  print(text: string): void;
}

/**
 * Asks a question on the terminal; only `y` or `yes` means yes. Any other answer, the end of the input, or the signal means no, as does
 * the lack of a terminal. Input that was read once cannot be read again, so a command asks once.
 */
export async function confirm(question: string, { terminal, signal, print }: Shell): Promise<boolean> {
  if (!terminal) return false;
  print(`${question} [y/N] `);
  try {
    for await (const line of addAbortSignal(signal, terminal)) return /^y(es)?$/i.test(String(line).trim());
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  print("\n");
  return false;
}
