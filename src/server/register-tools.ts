import type {
  Icon,
  McpServer,
  ServerContext as RequestContext,
  ScopeChallengeHandler,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import { toolIsOff } from "../config/tool-is-off.ts";
import { inputSchemas, responseSchemas } from "../generated/schemas.ts";
import { tools as allTools } from "../tools/index.ts";
import { descriptionOf, type Tool } from "../tools/tool.ts";
import type { ServerContext } from "./context.ts";
import { runWithForm } from "./run-with-form.ts";
import { asStandardSchema, toProtocolError, wrapHandler } from "./sdk.ts";
import { drawsViews, FOR_VIEW, VIEW_LINK } from "./view.ts";

/** Returns the scopes that a call over HTTP needs for a tool. */
export type ScopeChallenge = (tool: Pick<Tool, "effect" | "set">) => ScopeChallengeHandler;

/** The highest value that the key allows, in characters. */
const RESULT_SIZE = { "anthropic/maxResultSizeChars": 500_000 };

export function registerTools(
  server: McpServer,
  tools: readonly Tool[],
  context: ServerContext,
  scopeChallenge: ScopeChallenge | undefined,
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
export function explainTools(
  server: McpServer,
  { toModels, toViews, readOnly }: Offered,
  context: ServerContext,
): void {
  wrapHandler<{ name?: unknown }, object>(server, "tools/call", (call) => (request, requestContext) => {
    const tool = allTools.find(({ name }) => name === request.params?.name);
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

/** Reports that do not advance are left out, since progress never goes backwards, and those after the call was cancelled. */
function progressReporter({ _meta, notify, signal }: RequestContext["mcpReq"]): ProgressReporter {
  const progressToken = _meta?.progressToken;
  const pending: Promise<void>[] = [];
  let last = 0;
  return {
    progress(settled, total) {
      if (progressToken === undefined || settled <= last || signal.aborted) return;
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

type AllHints = { [Name in keyof ToolAnnotations]-?: NonNullable<ToolAnnotations[Name]> };

/**
 * The title and all of the protocol's hints; docs/directories.md justifies them. A repeated call changes nothing more, unless duplicates
 * are allowed: what exists is not stored again.
 */
export function annotationsOf(
  { title, effect, repeated }: Pick<Tool, "title" | "effect" | "repeated">,
  duplicates: ServerContext["settings"]["duplicates"],
): AllHints {
  return {
    title,
    readOnlyHint: effect === "read",
    destructiveHint: effect !== "read" && effect !== "create",
    idempotentHint: repeated === undefined || duplicates === "skip",
    openWorldHint: true,
  };
}

/** A calendar with a tick. */
const CALENDAR = "M4 5h16v15H4zM4 10h16M8 3v4M16 3v4M8 15l3 3 5-5";

/** The server's icon: one for light pages and one for dark ones. */
export const SERVER_ICONS: Icon[] = [
  { ...drawn(CALENDAR, "#12355b"), theme: "light" },
  { ...drawn(CALENDAR, "#9cc2ff"), theme: "dark" },
];

const STROKES: Record<Tool["effect"], string> = {
  read: "M4 6h16M4 12h16M4 18h10",
  create: "M12 5v14M5 12h14",
  update: "M5 16 16 5l3 3L8 19l-4 1z",
  delete: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  submit: "M12 20V5M6 11l6-6 6 6",
};

/** A green that has a contrast of more than 3 to 1 on white and on black, so that one icon suits both themes. */
const ANY_THEME = "#2f8f63";

/** The icon of a tool, which shows what kind of change it makes. */
function iconsOf({ effect }: Pick<Tool, "effect">): Icon[] {
  return [drawn(STROKES[effect], ANY_THEME)];
}

/** An icon of lines, in the list itself: a host needs no request to draw it. */
function drawn(path: string, colour: string): Icon {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/></svg>`;
  return { src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: "image/svg+xml", sizes: ["any"] };
}
