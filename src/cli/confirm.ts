import { addAbortSignal, type Readable } from "node:stream";

/**
 * Asks questions on a terminal, one after the other; only `y` or `yes` means yes. Any other answer, the end of the input, or the signal
 * means no, and ends it. Input that was read once cannot be read again, so all questions of a command are asked by one call.
 */
export async function confirm(
  questions: string | readonly [string, ...string[]],
  { stdin, print, signal }: { stdin: Readable; print(text: string): void; signal: AbortSignal },
): Promise<boolean> {
  const [first, ...others] = [questions].flat();
  print(`${first} [y/N] `);
  try {
    for await (const line of addAbortSignal(signal, stdin)) {
      if (!/^y(es)?$/i.test(String(line).trim())) return false;
      const next = others.shift();
      if (next === undefined) return true;
      print(`${next} [y/N] `);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  print("\n");
  return false;
}
