import type {
  McpServer,
  ServerContext as RequestContext,
  ScopeChallengeHandler,
} from "@modelcontextprotocol/server";
import { toolIsOff } from "../config/tool-is-off.ts";
import { inputSchemas, responseSchemas } from "../generated/schemas.ts";
import { prompts } from "../prompts/index.ts";
import { monthlyResources, resources } from "../resources/index.ts";
import { tools as allTools, tools } from "../tools/index.ts";
import { descriptionOf, type Tool } from "../tools/tool.ts";
import { createCompleter } from "./completion.ts";
import type { ServerContext } from "./context.ts";
import { instructions } from "./instructions.ts";
import { toProtocolError } from "./protocol-error.ts";
import { registerPrompts } from "./register-prompts.ts";
import { registerResources } from "./register-resources.ts";
import { registerSkills } from "./register-skills.ts";
import { runWithForm } from "./run-with-form.ts";
import { asStandardSchema, wrapHandler } from "./sdk.ts";
import { ShownErrorsServer } from "./shown-errors-server.ts";
import { annotationsOf, iconsOf, SERVER_ICONS } from "./tool-annotations.ts";
import { drawsViews, FOR_VIEW, offerToViews, registerView, UI_EXTENSION, VIEW_LINK } from "./view.ts";

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

interface Offered {
  toModels: ReadonlySet<string>;
  /** Only to clients that declare MCP Apps. */
  toViews: ReadonlySet<string>;
  readOnly: boolean;
}

/** Answers a call of a tool that exists but is off by saying what switches it on. To be called before a tool is registered. */
function explainTools(
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

interface ProgressReporter {
  progress(settled: number, total: number): void;
  /** Resolves when every report has been sent, so that none arrives after the result. */
  sent(): Promise<void>;
}

/** Reports that do not advance are left out: progress never goes backwards. */
function progressReporter({ _meta, notify }: RequestContext["mcpReq"]): ProgressReporter {
  const progressToken = _meta?.progressToken;
  const pending: Promise<void>[] = [];
  let last = 0;
  return {
    progress(settled, total) {
      if (progressToken === undefined || settled <= last) return;
      last = settled;
      const message = `${settled} of ${total} worklogs`;
      const params = { progressToken, progress: settled, total, message };
      // A client that has gone away does not make the call fail.
      pending.push(notify({ method: "notifications/progress", params }).catch(() => {}));
    },
    async sent() {
      await Promise.all(pending);
    },
  };
}
