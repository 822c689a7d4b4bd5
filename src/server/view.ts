import type {
  ClientCapabilities,
  McpServer,
  ServerContext as RequestContext,
} from "@modelcontextprotocol/server";
import type { ServerContext } from "./context.ts";
import { elicitationMode } from "./run-with-form.ts";
import { declaredWith, type Handler, toProtocolError, wrapHandler } from "./sdk.ts";

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

const URI = "ui://tempofiller/timesheet.html";

const MIME_TYPE = "text/html;profile=mcp-app";

/** The `_meta` of a tool whose replies the view draws. Older hosts know only the flat key. */
export const VIEW_LINK = { ui: { resourceUri: URI }, "ui/resourceUri": URI };

/** @param forView the names of the tools that are offered for the view alone */
export function registerView(
  server: McpServer,
  toolNames: readonly string[],
  forView: ReadonlySet<string>,
  context: ServerContext,
): void {
  const title = "Timesheet view";
  const description =
    "The page in which hosts with MCP Apps show a timesheet: the hours of each day, what is missing, and what was logged.";
  server.registerResource(
    "timesheet-view",
    URI,
    { title, description, mimeType: MIME_TYPE },
    async (_, request) => {
      try {
        const names = drawsViews(request, server) ? [...toolNames, ...forView] : toolNames;
        const asks =
          context.settings.confirmation === "form" &&
          elicitationMode(request.mcpReq, server.server.getClientCapabilities()) !== undefined;
        // The view plans as its user types: each plan would open a form.
        const usable = asks ? names.filter((name) => name !== "fill_days") : names;
        const text = stamped(await context.readView(), { tools: usable.join(" "), site: context.site ?? "" });
        return {
          contents: [{ uri: URI, mimeType: MIME_TYPE, text, _meta: { ui: { prefersBorder: true } } }],
        };
      } catch (error) {
        throw toProtocolError(error, URI, context);
      }
    },
  );
}

/** Gives the page the names of the tools that this server offers, and the address of Jira, where it knows one. */
function stamped(html: string, values: Record<"tools" | "site", string>): string {
  return Object.entries(values).reduce((page, [name, value]) => {
    const stamp = `data-${name}=""`;
    if (!page.includes(stamp)) throw new Error(`The view has no ${stamp}`);
    return page.replace(
      stamp,
      () => `data-${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`,
    );
  }, html);
}
