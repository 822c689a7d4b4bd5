import type { McpServer } from "@modelcontextprotocol/server";
import type { ServerContext } from "./context.ts";
import { toProtocolError } from "./protocol-error.ts";
import { drawsViews } from "./view-tools.ts";

const URI = "ui://tempofiller/timesheet.html";

const MIME_TYPE = "text/html;profile=mcp-app";

/** The `_meta` of a tool whose replies the view draws. Older hosts know only the flat key. */
export const VIEW_LINK = { ui: { resourceUri: URI }, "ui/resourceUri": URI };

/** Where the page finds the names of the tools that this server offers. */
const STAMP = 'data-tools=""';

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
        const text = stamped(await context.readView(), names);
        return {
          contents: [{ uri: URI, mimeType: MIME_TYPE, text, _meta: { ui: { prefersBorder: true } } }],
        };
      } catch (error) {
        throw toProtocolError(error, URI, context);
      }
    },
  );
}

function stamped(html: string, toolNames: readonly string[]): string {
  if (!html.includes(STAMP)) throw new Error(`The view has no ${STAMP}`);
  return html.replace(STAMP, `data-tools="${toolNames.join(" ")}"`);
}
