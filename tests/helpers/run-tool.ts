import type { ServerContext } from "../../src/server/context.ts";
import { perform, toolResult } from "../../src/server/perform.ts";
import type { Tool } from "../../src/tools/tool.ts";

/** Runs a tool, and returns its result as a client of MCP gets it. */
export async function runTool(
  tool: Tool,
  args: object,
  server: ServerContext,
  options: Parameters<typeof perform>[3],
) {
  return toolResult(tool, await perform(tool, args, server, options), server.settings);
}
