import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { MIME_TYPE, type MonthlyResource, type Resource } from "../resources/index.ts";
import type { Completer } from "./completion.ts";
import type { ServerContext } from "./context.ts";
import { readResource } from "./read-resource.ts";

export function registerResources(
  server: McpServer,
  resources: readonly Resource[],
  monthlyResources: readonly MonthlyResource[],
  complete: Completer,
  context: ServerContext,
): void {
  for (const resource of resources) {
    const { name, uri, title, description } = resource;
    server.registerResource(name, uri, { title, description, mimeType: MIME_TYPE }, ({ href }, { mcpReq }) =>
      readResource(href, (openCall) => resource.read(openCall), context, mcpReq.signal),
    );
  }
  for (const resource of monthlyResources) {
    const { name, uriTemplate, title, description } = resource;
    const template = new ResourceTemplate(uriTemplate, {
      list: undefined,
      complete: { month: (value) => complete("month", value) },
    });
    server.registerResource(
      name,
      template,
      { title, description, mimeType: MIME_TYPE },
      ({ href }, { month }, { mcpReq }) =>
        readResource(href, (openCall) => resource.read(String(month), openCall), context, mcpReq.signal),
    );
  }
}
