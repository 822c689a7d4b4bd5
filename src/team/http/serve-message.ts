import { toNodeHandler } from "@modelcontextprotocol/node";
import { type AuthInfo, createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import type { ServerContext } from "../../server/context.ts";
import type { Authenticated } from "../auth/authenticator.ts";
import { asksForReadOnly } from "../config/credentials.ts";
import { carrierOf, inSpan, traceIdOf } from "../observability/trace.ts";
import type { Exchange } from "./exchange.ts";
import { MAX_BODY_BYTES } from "./guards.ts";
import { type ContextOptions, requestContext } from "./request-context.ts";

export interface MessageOptions extends ContextOptions {
  resourceMetadataUrl: string | undefined;
  createServer(context: ServerContext, readOnly: boolean): McpServer;
}

/** Serves one message by MCP. Each request is served alone: only `Users` remembers anything of its sender. */
export async function serveMessage(exchange: Exchange, options: MessageOptions): Promise<"answered"> {
  const { request, response, message, authenticated } = exchange;
  const handlerOptions = {
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error: Error) => options.log(`protocol: ${error.message}`, "warn"),
  };
  const carrier = carrierOf(message, request.headers);
  const context = requestContext(exchange, traceIdOf(carrier), options);
  const server = () => options.createServer(context, asksForReadOnly(request.headers));
  const mcp = createMcpHandler(server, handlerOptions);
  const serve = toNodeHandler(
    { fetch: async (...args) => withoutConnection(await mcp.fetch(...args)) },
    handlerOptions,
  );
  const auth = authInfo(authenticated, options.resourceMetadataUrl);
  const incoming = Object.assign(request, { auth }) as Parameters<typeof serve>[0];
  await inSpan(message, carrier, () => serve(incoming, response, message));
  return "answered";
}

/** The caller for the SDK. The token is left out, since no tool needs the credential that authenticated the caller. */
function authInfo(
  { caller, scopes, expiresAt }: Authenticated,
  resourceMetadataUrl: string | undefined,
): AuthInfo {
  return {
    token: "",
    clientId: caller?.name ?? "",
    scopes: [...scopes],
    ...(expiresAt !== undefined && { expiresAt }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
  };
}

/** Removes the header that the SDK must not set: the client may want to close the connection, or the server may be going away. */
function withoutConnection(response: Response): Response {
  response.headers.delete("connection");
  return response;
}
