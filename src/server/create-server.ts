import { McpServer, type StandardSchemaWithJSON, type ToolAnnotations } from "@modelcontextprotocol/server";
import { inputSchemas, responseSchemas, type Schema } from "../generated/schemas.ts";
import { descriptionOf, type Tool } from "../tools/tool.ts";
import { progressReporter } from "./progress.ts";
import type { ToolRunner } from "./run-tool.ts";

export interface ServerOptions extends ToolRunner {
  version: string;
  tools: readonly Tool[];
}

/** How long a client may keep the list of tools: it changes with a new version only. */
const TOOLS_LIST_TTL_MS = 3_600_000;

/** An MCP server that offers the tools. Serve it with `serveStdio`, which calls this once for each connection. */
export function createServer({ version, tools, ...runner }: ServerOptions): McpServer {
  const server = new McpServer(
    { name: "tempofiller", title: "TempoFiller", version },
    {
      capabilities: { tools: { listChanged: false } },
      cacheHints: { "tools/list": { ttlMs: TOOLS_LIST_TTL_MS, cacheScope: "public" } },
    },
  );
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: descriptionOf(tool, runner.duplicates),
        inputSchema: asStandardSchema(inputSchemas[tool.input]),
        outputSchema: asStandardSchema(responseSchemas[tool.reply]),
        annotations: annotationsOf(tool, runner.duplicates),
      },
      async (args, { mcpReq }) => {
        const { runTool } = await import("./run-tool.ts");
        const reporter = progressReporter(mcpReq);
        const result = await runTool(tool, args, runner, {
          signal: mcpReq.signal,
          progress: reporter.progress,
        });
        await reporter.sent();
        return result;
      },
    );
  }
  return server;
}

/**
 * The protocol's hints, from what a tool changes. Repeated, no call changes anything more: what stands is not stored
 * again, unless duplicates are allowed.
 */
function annotationsOf({ title, effect }: Tool, duplicates: ToolRunner["duplicates"]): ToolAnnotations {
  return {
    title,
    readOnlyHint: effect === "read",
    destructiveHint: effect === "delete",
    idempotentHint: effect !== "create" || duplicates === "skip",
    openWorldHint: true,
  };
}

/**
 * Publishes a schema unchanged. The SDK is given nothing to validate: it would answer in words of its own and leave no
 * room for a code.
 */
function asStandardSchema(schema: Schema): StandardSchemaWithJSON<Record<string, unknown>> {
  return {
    "~standard": {
      version: 1,
      vendor: "tempofiller",
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  };
}
