import { type McpServer, type ReadResourceResult, ResourceTemplate } from "@modelcontextprotocol/server";
import { MIME_TYPE, type MonthlyResource, type OpenCall, type Resource } from "../resources/index.ts";
import { shownReply } from "../text/show.ts";
import type { Completer } from "./completion.ts";
import { callContext, type ServerContext } from "./context.ts";
import { toProtocolError } from "./protocol-error.ts";

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

async function readResource(
  uri: string,
  read: (openCall: OpenCall) => Promise<string | object>,
  server: ServerContext,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  try {
    const found = await read(async () =>
      callContext(server, await server.openTimesheet(), { signal, name: uri }),
    );
    const text = typeof found === "string" ? found : JSON.stringify(shownReply(found, server.redact));
    return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
  } catch (error) {
    throw toProtocolError(error, uri, server);
  }
}
