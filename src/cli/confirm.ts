import { addAbortSignal, type Readable } from "node:stream";
import { EXIT_CODE_BY_ERROR, type ExitCode, type Outcome } from "./exit-codes.ts";

/** A command's view of who runs it. */
export interface Shell {
  /** Undefined if stdin is no terminal. */
  terminal: Readable | undefined;
  signal: AbortSignal;
  print(text: string): void;
}

/** The view of a command on a timesheet. */
export interface SiteShell extends Shell {
  readOnly: boolean;
  /** Characters in a line. */
  width: number;
  /** The line that names the site, if there are several. */
  where?: readonly string[];
  /** The options that lead to the same Tempo, for a line to type. */
  site: readonly string[];
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

/**
 * Asks whether to do what a command has shown. With --json it never asks.
 *
 * @param instead says that nothing was done, and what to type for it
 * @param exitCode of a command that has printed a plan as JSON
 * @returns how the command ends without doing it; undefined if the user agrees
 */
export async function askFirst(
  question: string,
  instead: { text: string; command?: string | undefined },
  { json, ...shell }: Shell & { json: boolean },
  exitCode: ExitCode = 0,
): Promise<Outcome | undefined> {
  const { text, command } = instead;
  if (json) return { exitCode, warning: text, command };
  if (!shell.terminal) return { exitCode: EXIT_CODE_BY_ERROR.invalid_input, error: text, command };
  if (await confirm(question, shell)) return undefined;
  return { exitCode: EXIT_CODE_BY_ERROR.cancelled, error: text, command };
}
