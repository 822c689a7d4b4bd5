import type { McpServer } from "@modelcontextprotocol/server";
import type { ServerContext } from "./context.ts";
import { elicitationMode } from "./form.ts";
import { toProtocolError } from "./protocol-error.ts";
import { drawsViews } from "./view-tools.ts";

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
