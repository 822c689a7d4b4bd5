import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext as RequestContext,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { Schema } from "../generated/schemas.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { ServerContext } from "./context.ts";
import { ERROR_KEY, failureOf, logLines, shownFailure } from "./errors.ts";

export type Handler<Params, Result> = (
  request: { params?: Params },
  context: RequestContext,
) => Result | Promise<Result>;

/** The SDK's own type allows a method and its handler, not a handler around any other. */
interface Handlers {
  setRequestHandler(method: string, ...handler: unknown[]): void;
}

/** Puts something around the handler of a method that the SDK sets itself: to be called before it does. */
export function wrapHandler<Params, Result>(
  server: McpServer,
  method: string,
  wrap: (handler: Handler<Params, Result>) => Handler<Params, object>,
): void {
  const handlers = server.server as unknown as Handlers;
  const setRequestHandler = handlers.setRequestHandler.bind(handlers);
  handlers.setRequestHandler = (name, ...handler) => {
    if (name === method) setRequestHandler(name, wrap(handler[0] as Handler<Params, Result>));
    else setRequestHandler(name, ...handler);
  };
}

/** The capabilities that a client declares with each request since 2026-07-28; undefined in earlier protocols. */
export function declaredWith({ envelope = {} }: RequestContext["mcpReq"]): ClientCapabilities | undefined {
  // The SDK's own type of it lost its keys.
  const { [CLIENT_CAPABILITIES_META_KEY]: declared } = envelope as {
    [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  };
  return declared;
}

/** The SDK validates nothing by it: its own error would have neither our text nor a code. */
export function asStandardSchema<Values = Record<string, unknown>>(
  schema: Schema,
): StandardSchemaWithJSON<Values> {
  return {
    "~standard": {
      version: 1,
      vendor: "tempofiller",
      validate: (value) => ({ value: value as Values }),
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  };
}

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
