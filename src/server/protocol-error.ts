import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { ServerContext } from "./context.ts";
import { ERROR_KEY, failureOf, logLines, shownFailure } from "./errors.ts";

/** The error of a prompt or resource, which has no result that could carry it. A bug is logged. */
export function toProtocolError(
  error: unknown,
  name: string,
  { log, redact }: Pick<ServerContext, "log" | "redact">,
): ProtocolError {
  for (const line of logLines(error)) log(`${name}: ${line}`);
  const { text, cause } = shownFailure(failureOf(error, name), redact);
  const code =
    error instanceof InvalidInputError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, text.assistant, { [ERROR_KEY]: cause });
}
