import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES, type Refusal, tooLarge } from "./guards.ts";

/** The JSON of a request, or why it is refused. */
export async function readBody(request: IncomingMessage): Promise<{ json: object } | { refusal: Refusal }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return { refusal: tooLarge() };
    chunks.push(chunk);
  }
  let json: unknown;
  try {
    json = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return { refusal: { status: 400, message: "The body is not JSON." } };
  }
  // Every limit counts requests, and a batch would hide many in one.
  if (Array.isArray(json))
    return { refusal: { status: 400, message: "Batches are not served. Send one message a request." } };
  if (typeof json !== "object" || json === null)
    return { refusal: { status: 400, message: "The body is not a JSON-RPC message." } };
  return { json };
}
