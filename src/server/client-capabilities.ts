import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext as RequestContext,
} from "@modelcontextprotocol/server";

/** The capabilities that a client declares with each request since 2026-07-28; undefined in earlier protocols. */
export function declaredWith({ envelope = {} }: RequestContext["mcpReq"]): ClientCapabilities | undefined {
  // The SDK's own type of it lost its keys.
  const { [CLIENT_CAPABILITIES_META_KEY]: declared } = envelope as {
    [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  };
  return declared;
}
