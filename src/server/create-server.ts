import { McpServer, type ToolAnnotations } from "@modelcontextprotocol/server";
import { inputSchemas, responseSchemas } from "../generated/schemas.ts";
import { prompts } from "../prompts/index.ts";
import { monthlyResources, resources } from "../resources/index.ts";
import { descriptionOf, type Tool } from "../tools/tool.ts";
import { createCompleter } from "./completer.ts";
import { instructions } from "./instructions.ts";
import { progressReporter } from "./progress.ts";
import { registerPrompts } from "./register-prompts.ts";
import { registerResources } from "./register-resources.ts";
import type { ToolRunner } from "./run-tool.ts";
import { asStandardSchema } from "./standard-schema.ts";

export interface ServerOptions extends ToolRunner {
  version: string;
  tools: readonly Tool[];
  /** Offers what reads alone: neither tools nor prompts that book or delete. */
  readOnly: boolean;
}

/** How long a client may keep a list, and by whom: what is listed changes with a new version only. */
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** The longest text of a reply that a host is asked to hand on whole, in characters: the most that its key takes. */
const RESULT_SIZE = { "anthropic/maxResultSizeChars": 500_000 };

/**
 * An MCP server that offers the tools, the prompts and the resources. Serve it with `serveStdio`, which calls this once
 * for each connection.
 */
export function createServer({ version, tools, readOnly, ...runner }: ServerOptions): McpServer {
  const isOffered = ({ effect }: Pick<Tool, "effect">) => effect === "read" || !readOnly;
  const offeredTools = tools.filter(isOffered);
  const server = new McpServer(
    { name: "tempofiller", title: "TempoFiller", version },
    {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      instructions: instructions(offeredTools),
      cacheHints: {
        "tools/list": LIST_HINT,
        "prompts/list": LIST_HINT,
        "resources/list": LIST_HINT,
        "resources/templates/list": LIST_HINT,
      },
    },
  );
  registerTools(server, offeredTools, runner);
  const complete = createCompleter(runner);
  registerPrompts(server, prompts.filter(isOffered), complete, runner);
  registerResources(server, resources, monthlyResources, complete, runner);
  return server;
}

function registerTools(server: McpServer, tools: readonly Tool[], runner: ToolRunner): void {
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: descriptionOf(tool, runner.duplicates),
        inputSchema: asStandardSchema(inputSchemas[tool.input]),
        // With a schema for it, a result must have structured content; so both go together.
        ...(runner.structuredContent && { outputSchema: asStandardSchema(responseSchemas[tool.reply]) }),
        annotations: annotationsOf(tool, runner.duplicates),
        _meta: RESULT_SIZE,
      },
      async (args, { mcpReq }) => {
        const { runTool } = await import("./on-demand.ts");
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
