import { addAbortSignal, type Readable } from "node:stream";

/** Asks a question on a terminal; only `y` or `yes` means yes. The end of the input, or the signal, means no. */
export async function confirm(
  question: string,
  { stdin, print, signal }: { stdin: Readable; print(text: string): void; signal: AbortSignal },
): Promise<boolean> {
  print(`${question} [y/N] `);
  try {
    for await (const line of addAbortSignal(signal, stdin)) return /^y(es)?$/i.test(String(line).trim());
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  print("\n");
  return false;
}
