import { isLoopback } from "../../config/url.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import { toUrl } from "../../text/url.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Only programs on this machine get through: a web page open in a browser here is refused by its `Origin`, and one whose name was
 * made to point here (DNS rebinding) by its `Host`. Bodies that are too large are refused while they arrive.
 */
export function guardRequests(handle: Fetch, port: () => number): Fetch {
  return async (request) => {
    const { headers } = request;
    const host = headers.get("host") ?? "";
    if (!isOwnHost(host, port())) {
      return refusal(403, `the Host header is '${host}'. Use http://127.0.0.1:${port()}`);
    }
    const origin = headers.get("origin");
    if (origin !== null && !isLocalOrigin(origin)) {
      return refusal(403, `the Origin is '${origin}'. Only programs and pages on this machine may use it`);
    }
    const body = await readBody(request);
    if (body === undefined) return refusal(413, `its body has more than ${MAX_BODY_BYTES} bytes. Send less`);
    const { url, method, signal } = request;
    // The body was read, so the request is made anew; one without a body may have been given an empty one.
    return handle(new Request(url, { method, headers, signal, ...(body.length > 0 && { body }) }));
  };
}

function isOwnHost(host: string, port: number): boolean {
  const url = toUrl(`http://${host}`);
  return url !== undefined && isLoopback(url) && Number(url.port || 80) === port;
}

function isLocalOrigin(origin: string): boolean {
  const url = toUrl(origin);
  return url !== undefined && isLoopback(url);
}

/** The body, empty if there is none; undefined if it is too large, and the rest of it is not read then. */
async function readBody({ headers, body }: Request): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(headers.get("content-length")) > MAX_BODY_BYTES) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Closes the connection, so that the rest of a body is not received. */
function refusal(status: number, reason: string): Response {
  const body = { errors: [{ message: `This request is refused: ${reason}.` }] };
  return Response.json(body, { status, headers: { connection: "close" } });
}
