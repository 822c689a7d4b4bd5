import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES, type Refusal, tooLarge } from "./guards.ts";

/** Of objects and lists in each other; arguments have three. */
const MAX_DEPTH = 100;

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
  if (isTooDeep(json))
    return { refusal: { status: 400, message: `The body is nested more than ${MAX_DEPTH} levels deep.` } };
  return { json };
}

/** The SDK reads messages by recursion, which ends with the stack. */
function isTooDeep(json: object): boolean {
  let level: object[] = [json];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1)
    level = level.flatMap((value) => Object.values(value).filter(isObject));
  return level.length > 0;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
