import type { ReadResourceResult } from "@modelcontextprotocol/server";
import { MIME_TYPE, type OpenCall } from "../resources/index.ts";
import { shownReply } from "../text/show.ts";
import { callContext, type ServerContext } from "./context.ts";
import { toProtocolError } from "./protocol-error.ts";

export async function readResource(
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
