import type { ServerContext } from "../server/context.ts";
import type { Failure } from "../server/errors.ts";
import { type Performed, perform } from "../server/perform.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import { onAbort } from "../timesheet/on-abort.ts";
import type { Tool } from "../tools/tool.ts";
import { EXIT_CODE_BY_ERROR } from "./exit-codes.ts";
import { inShell } from "./in-shell.ts";
import type { Outcome } from "./outcome.ts";
import { sayWaiting, waitingLong } from "./say-waiting.ts";

/** `perform` for a command of its own, whose log is in the words of a command line, and says all that an interrupted run has done. */
export function performForCommand<Reply extends object>(
  tool: Tool,
  args: object,
  server: ServerContext,
  signal: AbortSignal,
): Promise<Performed<Reply>> {
  const log = (line: string) => server.log(inShell(line));
  return performInShell(tool, args, { ...server, log }, signal, true);
}

/**
 * `perform` as a host's call has it: the same checks, the same engine, the same journal; with more time, and a line if it takes long.
 *
 * @throws SettingsError, which keeps its words for a shell
 */
export async function performInShell<Reply extends object>(
  tool: Tool,
  args: object,
  server: ServerContext,
  signal: AbortSignal,
  saysItsEnd = false,
): Promise<Performed<Reply>> {
  await server.openTimesheet();
  const stopListening = onAbort(signal, () =>
    server.log(
      "cancelled: nothing more is sent; waiting for requests in progress. Interrupt again to end at once.",
    ),
  );
  const waiting = tool.effect === "read" ? server : waitingLong(server);
  const run = () => perform<Reply>(tool, args, waiting, { signal, saysItsEnd });
  const performed = await sayWaiting(waiting, run, signal);
  stopListening();
  return performed;
}

/** The end of a command whose tool has failed. */
export function outcomeOf({ text, cause: { code } }: Failure, inWords = inShell): Outcome {
  return { exitCode: EXIT_CODE_BY_ERROR[code], code, error: inWords(text) };
}

/** @throws InvalidInputError if the settings allow only what reads */
export function checkMayWrite(what: string, readOnly: boolean): void {
  if (!readOnly) return;
  throw new InvalidInputError(
    `${what} logs hours, but TEMPO_READ_ONLY allows only what reads. Unset it to log some.`,
  );
}
