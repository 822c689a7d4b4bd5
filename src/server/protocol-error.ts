import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { Runner } from "./context.ts";
import { describeError, ERROR_KEY, logLines } from "./describe-error.ts";

/**
 * A failure as the protocol's own error, for what has no result that could carry one: our words, and the code for
 * programs in `data`. A bug goes to the log, and its words and stack go nowhere else.
 */
export function toProtocolError(error: unknown, name: string, { log, redact }: Runner): ProtocolError {
  for (const line of logLines(error)) log(`${name}: ${line}`);
  const { text, cause } = describeError(error, name);
  const code =
    error instanceof InvalidInputError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, redact(text), { [ERROR_KEY]: cause });
}
