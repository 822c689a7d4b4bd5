import type { ServerContext } from "../server/context.ts";
import type { Failure } from "../server/errors.ts";
import { type Performed, perform } from "../server/perform.ts";
import type { Reader } from "../text/words.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import { onAbort } from "../timesheet/on-abort.ts";
import type { Tool } from "../tools/tool.ts";
import type { Outcome } from "./exit-codes.ts";
import { EXIT_CODE_BY_ERROR } from "./exit-codes.ts";
import { sayWaiting, waitingLong } from "./say-waiting.ts";

/**
 * `perform` as a host's call has it: the same checks, the same engine, the same journal; with more time, and a line if it takes long.
 *
 * @param command the name of a command of its own, whose user reads the reply; left out for any tool. It says itself what an interrupted run did
 * @param areChecked whether the command has checked the arguments: it takes hours from a minute on
 * @throws SettingsError
 */
export async function performInShell<Reply extends object>(
  tool: Tool,
  args: object,
  server: ServerContext,
  signal: AbortSignal,
  command?: string,
  areChecked = false,
): Promise<Performed<Reply>> {
  await server.openTimesheet();
  const stopListening = onAbort(signal, () =>
    server.log(
      "cancelled: nothing more is sent; waiting for requests in progress. Interrupt again to end at once.",
    ),
  );
  const waiting = tool.effect === "read" ? server : waitingLong(server);
  const options = {
    signal,
    ...(command !== undefined && { name: command, reader: "shell" as const, saysItsEnd: true, areChecked }),
  };
  const performed = await sayWaiting(waiting, () => perform<Reply>(tool, args, waiting, options), signal);
  stopListening();
  return performed;
}

/** The end of a command whose tool has failed. */
export function outcomeOf({ text, cause: { code } }: Failure, reader: Reader): Outcome {
  return { exitCode: EXIT_CODE_BY_ERROR[code], code, error: text[reader] };
}

/** @param does a verb with its object @throws InvalidInputError if the settings allow only what reads */
export function checkMayWrite(
  command: string,
  readOnly: boolean,
  does = "logs hours",
  aim = "log some",
): void {
  if (!readOnly) return;
  throw new InvalidInputError(
    `${command} ${does}, but TEMPO_READ_ONLY allows only what reads. Unset it to ${aim}.`,
  );
}
