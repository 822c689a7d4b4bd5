import type { McpServer, ScopeChallengeHandler, ToolAnnotations } from "@modelcontextprotocol/server";
import type { CallSettings } from "../config/settings.ts";
import { inputSchemas, responseSchemas } from "../generated/schemas.ts";
import { prompts } from "../prompts/index.ts";
import { monthlyResources, resources } from "../resources/index.ts";
import { descriptionOf, type Tool } from "../tools/tool.ts";
import { createCompleter } from "./completion.ts";
import type { ServerContext } from "./context.ts";
import { instructions } from "./instructions.ts";
import { progressReporter } from "./progress.ts";
import { registerPrompts } from "./register-prompts.ts";
import { registerResources } from "./register-resources.ts";
import { registerView, UI_EXTENSION, VIEW_LINK } from "./register-view.ts";
import { runWithForm } from "./run-with-form.ts";
import { ShownErrorsServer } from "./shown-errors-server.ts";
import { asStandardSchema } from "./standard-schema.ts";

interface ServerOptions {
  version: string;
  tools: readonly Tool[];
  readOnly: boolean;
  /** Over HTTP: what the token of a call must allow for a tool with this effect. */
  scopeChallenge?: (effect: Tool["effect"]) => ScopeChallengeHandler;
  /** Whether callers of one server see different tools, and no cache may give one of them the list of another. */
  listsDiffer?: boolean;
}

/** A list changes only with a new version. */
const LIST_TTL_MS = 3_600_000;

/** In characters: the most that the key allows. */
const RESULT_SIZE = { "anthropic/maxResultSizeChars": 500_000 };

/** Serve it with `serveStdio`, which calls this once for each connection. */
export function createServer(
  context: ServerContext,
  { version, tools, readOnly, scopeChallenge, listsDiffer = false }: ServerOptions,
): McpServer {
  const listHint = { ttlMs: LIST_TTL_MS, cacheScope: listsDiffer ? "private" : "public" } as const;
  const isOffered = ({ effect }: Pick<Tool, "effect">) => effect === "read" || !readOnly;
  const offeredTools = tools.filter(isOffered);
  const server = new ShownErrorsServer(
    context.redact,
    { name: "tempofiller", title: "TempoFiller", version },
    {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
        extensions: { [UI_EXTENSION]: {} },
      },
      instructions: instructions(offeredTools),
      cacheHints: {
        "tools/list": listHint,
        "prompts/list": listHint,
        "resources/list": listHint,
        "resources/templates/list": listHint,
      },
    },
  );
  const toolNames = offeredTools.map(({ name }) => name);
  registerTools(server, offeredTools, context, scopeChallenge);
  const complete = createCompleter(context);
  registerPrompts(server, prompts.filter(isOffered), complete, {
    ...context,
    toolNames: new Set(toolNames),
  });
  registerResources(server, resources, monthlyResources, complete, context);
  registerView(server, toolNames, context);
  return server;
}

function registerTools(
  server: McpServer,
  tools: readonly Tool[],
  context: ServerContext,
  scopeChallenge: ServerOptions["scopeChallenge"],
): void {
  const { duplicates, structuredContent } = context.settings;
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: descriptionOf(tool, duplicates),
        inputSchema: asStandardSchema(inputSchemas[tool.input]),
        // A tool with an output schema must return structured content, so both are sent or neither.
        ...(structuredContent && { outputSchema: asStandardSchema(responseSchemas[tool.reply]) }),
        annotations: annotationsOf(tool, duplicates),
        _meta: { ...RESULT_SIZE, ...(tool.view && VIEW_LINK) },
        ...(scopeChallenge && { scopeChallenge: scopeChallenge(tool.effect) }),
      },
      async (args, { mcpReq }) => {
        const { progress, sent } = progressReporter(mcpReq);
        const options = { signal: mcpReq.signal, progress };
        const capabilities = server.server.getClientCapabilities();
        const result = await runWithForm(tool, args, context, options, { mcpReq, capabilities });
        await sent();
        return result;
      },
    );
  }
}

/** A repeated call changes nothing more, unless duplicates are allowed: what exists is not stored again. */
function annotationsOf(
  { title, effect, repeated }: Tool,
  duplicates: CallSettings["duplicates"],
): ToolAnnotations {
  return {
    title,
    readOnlyHint: effect === "read",
    destructiveHint: effect !== "read" && effect !== "create",
    idempotentHint: repeated === undefined || duplicates === "skip",
    openWorldHint: true,
  };
}
