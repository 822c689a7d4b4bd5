import { Readable } from "node:stream";
import type { Outcome } from "../../src/cli/exit-codes.ts";

/** The end of a command, and all that it has printed. */
export interface Shown extends Outcome {
  printed: string;
}

/** Runs the work of a command in this process. */
export async function shown(
  run: (process: { print(text: string): void; signal: AbortSignal }) => Promise<Outcome>,
): Promise<Shown> {
  let printed = "";
  const print = (text: string) => {
    printed += text;
  };
  const outcome = await run({ print, signal: new AbortController().signal });
  return { ...outcome, printed };
}

/** A terminal on which these lines are typed. */
export function typing(...lines: string[]): Readable {
  return Readable.from(lines);
}
