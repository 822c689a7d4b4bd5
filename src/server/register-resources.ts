import { type McpServer, type ReadResourceResult, ResourceTemplate } from "@modelcontextprotocol/server";
import type { MonthlyResource, OpenCall, Resource } from "../resources/resource.ts";
import { MIME_TYPE } from "../resources/resource.ts";
import type { Completer } from "./completer.ts";
import type { ServerContext } from "./context.ts";

/** Lists the resources. What answers one is loaded when one is first read. */
export function registerResources(
  server: McpServer,
  resources: readonly Resource[],
  monthlyResources: readonly MonthlyResource[],
  complete: Completer,
  context: ServerContext,
): void {
  async function answer(
    uri: URL,
    signal: AbortSignal,
    read: (openCall: OpenCall) => Promise<string>,
  ): Promise<ReadResourceResult> {
    const { readResource } = await import("./on-demand.ts");
    return readResource(uri.href, read, context, signal);
  }

  for (const { name, uri, title, description, load } of resources) {
    server.registerResource(name, uri, { title, description, mimeType: MIME_TYPE }, (url, { mcpReq }) =>
      answer(url, mcpReq.signal, async (openCall) => (await load()).read(openCall)),
    );
  }
  for (const { name, uriTemplate, title, description, load } of monthlyResources) {
    const template = new ResourceTemplate(uriTemplate, {
      list: undefined,
      complete: { month: (value) => complete("month", value) },
    });
    server.registerResource(
      name,
      template,
      { title, description, mimeType: MIME_TYPE },
      (url, { month }, { mcpReq }) =>
        answer(url, mcpReq.signal, async (openCall) => (await load()).read(String(month), openCall)),
    );
  }
}
