import type { ReadResourceResult } from "@modelcontextprotocol/server";
import { MIME_TYPE, type OpenCall } from "../resources/resource.ts";
import { callContext, redactJson, type ServerContext } from "./context.ts";
import { toProtocolError } from "./protocol-error.ts";

export async function readResource(
  uri: string,
  read: (openCall: OpenCall) => Promise<string>,
  server: ServerContext,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  try {
    const text = await read(async () =>
      callContext(server, await server.openTimesheet(), { signal, name: uri }),
    );
    // Without a secret in it, the text stays byte for byte as it is.
    const shown = server.redact(text) === text ? text : JSON.stringify(redactJson(text, server));
    return { contents: [{ uri, mimeType: MIME_TYPE, text: shown }] };
  } catch (error) {
    throw toProtocolError(error, uri, server);
  }
}
