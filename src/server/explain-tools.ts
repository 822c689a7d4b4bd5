import type { McpServer } from "@modelcontextprotocol/server";
import { toolIsOff } from "../config/tool-is-off.ts";
import { tools } from "../tools/index.ts";
import type { ServerContext } from "./context.ts";
import { toProtocolError } from "./protocol-error.ts";
import { drawsViews } from "./view-tools.ts";
import { wrapHandler } from "./wrap-handler.ts";

interface Offered {
  toModels: ReadonlySet<string>;
  /** Only to clients that declare MCP Apps. */
  toViews: ReadonlySet<string>;
  readOnly: boolean;
}

/** Answers a call of a tool that exists but is off by saying what switches it on. To be called before a tool is registered. */
export function explainTools(
  server: McpServer,
  { toModels, toViews, readOnly }: Offered,
  context: ServerContext,
): void {
  wrapHandler<{ name?: unknown }, object>(server, "tools/call", (call) => (request, requestContext) => {
    const tool = tools.find(({ name }) => name === request.params?.name);
    const isOff =
      tool && !toModels.has(tool.name) && !(toViews.has(tool.name) && drawsViews(requestContext, server));
    if (!isOff) return call(request, requestContext);
    const { toolSets, unread } = context.settings;
    throw toProtocolError(unread ?? toolIsOff(tool, { readOnly, toolSets }), tool.name, context);
  });
}
