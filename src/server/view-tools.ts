import type {
  ClientCapabilities,
  McpServer,
  ServerContext as RequestContext,
} from "@modelcontextprotocol/server";
import { declaredWith } from "./client-capabilities.ts";
import { type Handler, wrapHandler } from "./wrap-handler.ts";

/** The extension MCP Apps. */
export const UI_EXTENSION = "io.modelcontextprotocol/ui";

/** The `_meta` of a tool that hosts with MCP Apps call for the view, and do not offer to the model. */
export const FOR_VIEW = { ui: { visibility: ["app"] } };

/** Whether the client of a request declares MCP Apps, by the request or when the connection began. */
export function drawsViews({ mcpReq }: Pick<RequestContext, "mcpReq">, server: McpServer): boolean {
  const declared: ClientCapabilities | undefined =
    declaredWith(mcpReq) ?? server.server.getClientCapabilities();
  return declared?.extensions?.[UI_EXTENSION] !== undefined;
}

/** Lists the tools of these names only to clients that declare MCP Apps. To be called before a tool is registered. */
export function offerToViews(server: McpServer, names: ReadonlySet<string>): void {
  wrapHandler(server, "tools/list", listed);

  function listed(list: Handler<unknown, Listed>): Handler<unknown, object> {
    return async (request, context) => {
      const result = await list(request, context);
      if (!drawsViews(context, server)) {
        return { ...result, tools: result.tools.filter(({ name }) => !names.has(name)) };
      }
      return result;
    };
  }
}

interface Listed {
  tools: { name: string }[];
}
