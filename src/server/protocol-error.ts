import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { shownText } from "../text/show.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { ServerContext } from "./context.ts";
import { describeError, ERROR_KEY, logLines } from "./errors.ts";

/** The error of a prompt or resource, which has no result that could carry it. A bug is logged. */
export function toProtocolError(
  error: unknown,
  name: string,
  { log, redact }: Pick<ServerContext, "log" | "redact">,
): ProtocolError {
  for (const line of logLines(error)) log(`${name}: ${line}`);
  const { text, cause } = describeError(error, name);
  const code =
    error instanceof InvalidInputError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, shownText(text, redact), { [ERROR_KEY]: cause });
}
