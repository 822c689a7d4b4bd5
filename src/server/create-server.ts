import type { McpServer, ScopeChallengeHandler } from "@modelcontextprotocol/server";
import { inputSchemas, responseSchemas } from "../generated/schemas.ts";
import { prompts } from "../prompts/index.ts";
import { monthlyResources, resources } from "../resources/index.ts";
import { tools as allTools } from "../tools/index.ts";
import { descriptionOf, type Tool } from "../tools/tool.ts";
import { createCompleter } from "./completion.ts";
import type { ServerContext } from "./context.ts";
import { explainTools } from "./explain-tools.ts";
import { iconsOf, SERVER_ICONS } from "./icons.ts";
import { instructions } from "./instructions.ts";
import { progressReporter } from "./progress.ts";
import { registerPrompts } from "./register-prompts.ts";
import { registerResources } from "./register-resources.ts";
import { registerSkills } from "./register-skills.ts";
import { registerView, VIEW_LINK } from "./register-view.ts";
import { runWithForm } from "./run-with-form.ts";
import { ShownErrorsServer } from "./shown-errors-server.ts";
import { asStandardSchema } from "./standard-schema.ts";
import { annotationsOf } from "./tool-annotations.ts";
import { FOR_VIEW, offerToViews, UI_EXTENSION } from "./view-tools.ts";

interface ServerOptions {
  version: string;
  tools: readonly Tool[];
  readOnly: boolean;
  /** Returns the scopes that a call over HTTP needs for a tool. */
  scopeChallenge?: (tool: Pick<Tool, "effect" | "set">) => ScopeChallengeHandler;
  /** Whether callers of one server see different tools, and no cache may give one of them the list of another. */
  listsDiffer?: boolean;
}

/** A list changes only with a new version. */
const LIST_TTL_MS = 3_600_000;

/** The highest value that the key allows, in characters. */
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
    { name: "tempofiller", title: "TempoFiller", version, icons: SERVER_ICONS },
    {
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
  const offeredPrompts = prompts.filter(
    (prompt) => isOffered(prompt) && (prompt.needs ?? []).every((name) => toolNames.includes(name)),
  );
  const toolsForView = allTools.filter(
    (tool) => tool.calledByView && isOffered(tool) && !toolNames.includes(tool.name),
  );
  const namesForView = new Set(toolsForView.map(({ name }) => name));
  offerToViews(server, namesForView);
  explainTools(server, { toModels: new Set(toolNames), toViews: namesForView, readOnly }, context);
  // Given to the constructor, they would have it set the handlers of tools.
  server.server.registerCapabilities({
    tools: { listChanged: false },
    prompts: { listChanged: false },
    resources: { listChanged: false },
    extensions: { [UI_EXTENSION]: {} },
  });
  registerTools(server, offeredTools, context, scopeChallenge);
  registerTools(server, toolsForView, context, scopeChallenge, "view");
  registerSkills(server, new Set(toolNames), listHint);
  const complete = createCompleter(context);
  registerPrompts(server, offeredPrompts, complete, {
    ...context,
    toolNames: new Set(toolNames),
  });
  registerResources(server, resources, monthlyResources, complete, context);
  registerView(server, toolNames, namesForView, context);
  return server;
}

function registerTools(
  server: McpServer,
  tools: readonly Tool[],
  context: ServerContext,
  scopeChallenge: ServerOptions["scopeChallenge"],
  reader: "model" | "view" = "model",
): void {
  const { duplicates, structuredContent } = context.settings;
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: descriptionOf(tool, duplicates),
        inputSchema: asStandardSchema(inputSchemas[tool.input]),
        // A tool with an output schema must return structured content, so both are sent or neither. The view has the shapes of its own.
        ...(structuredContent &&
          reader === "model" && { outputSchema: asStandardSchema(responseSchemas[tool.reply]) }),
        annotations: annotationsOf(tool, duplicates),
        icons: iconsOf(tool),
        _meta: { ...RESULT_SIZE, ...(tool.view && VIEW_LINK), ...(reader === "view" && FOR_VIEW) },
        ...(scopeChallenge && { scopeChallenge: scopeChallenge(tool) }),
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
