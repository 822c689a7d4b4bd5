import type { ServerContext } from "../server/context.ts";
import { ERROR_KEY } from "../server/errors.ts";
import { runTool } from "../server/run-tool.ts";
import { type ErrorCode, InvalidInputError } from "../timesheet/errors.ts";
import { onAbort } from "../timesheet/on-abort.ts";
import type { Tool } from "../tools/tool.ts";
import { EXIT_CODE_BY_ERROR } from "./exit-codes.ts";
import { inShell } from "./in-shell.ts";
import type { Outcome } from "./outcome.ts";
import { sayWaiting, waitingLong } from "./say-waiting.ts";

/** The reply of a tool, or how it failed. */
export type Ran<Reply> = { reply: Reply } | (Outcome & { reply?: undefined; error: string });

/** `runForShell` for a command of its own, whose log and errors are in the words of a command line. @throws SettingsError */
export async function runForCommand<Reply = object>(
  tool: Tool,
  args: object,
  server: ServerContext,
  signal: AbortSignal,
): Promise<Ran<Reply>> {
  const log = (line: string) => server.log(inShell(line));
  const ran = await runForShell<Reply>(tool, args, { ...server, log }, signal, true);
  return "error" in ran ? { ...ran, error: inShell(ran.error) } : ran;
}

/**
 * Runs a tool as a host's call does: the same checks, the same engine, the same journal. Its reply and errors are as a client gets them.
 *
 * @param saysItsEnd whether what is printed of the reply says all that an interrupted run has done, so that the log need not
 * @throws SettingsError
 */
export async function runForShell<Reply = object>(
  tool: Tool,
  args: object,
  server: ServerContext,
  signal: AbortSignal,
  saysItsEnd = false,
): Promise<Ran<Reply>> {
  // An error of the settings keeps its words for a shell.
  await server.openTimesheet();
  const announce = () =>
    server.log(
      "cancelled: nothing more is sent; waiting for requests in progress. Interrupt again to end at once.",
    );
  const stopListening = onAbort(signal, announce);
  const waiting = tool.effect === "read" ? server : waitingLong(server);
  const settings = { ...waiting.settings, structuredContent: true };
  const result = await sayWaiting(
    waiting,
    () => runTool(tool, args, { ...waiting, settings }, { signal, saysItsEnd }),
    signal,
  );
  stopListening();
  const { structuredContent, content, _meta } = result;
  if (structuredContent !== undefined) return { reply: structuredContent as Reply };
  const { code } = (_meta?.[ERROR_KEY] ?? { code: "internal" }) as { code: ErrorCode };
  const error = content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
  return { exitCode: EXIT_CODE_BY_ERROR[code], code, error };
}

/** @throws InvalidInputError if the settings allow only what reads */
export function checkMayWrite(what: string, readOnly: boolean): void {
  if (!readOnly) return;
  throw new InvalidInputError(
    `${what} logs hours, but TEMPO_READ_ONLY allows only what reads. Unset it to log some.`,
  );
}
