import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES, type Refusal, tooLarge } from "./guards.ts";

/** Of objects and lists in each other; arguments have three. */
const MAX_DEPTH = 100;

const [QUOTE, BACKSLASH, OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] =
  Buffer.from('"\\{}[]');

/** The JSON of a request, or why it is refused. */
export async function readBody(request: IncomingMessage): Promise<{ json: object } | { refusal: Refusal }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return { refusal: tooLarge() };
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (isTooDeep(body))
    return {
      refusal: {
        status: 400,
        message: `The body is nested more than ${MAX_DEPTH} levels deep. No tool needs more than a few.`,
      },
    };
  let json: unknown;
  try {
    json = JSON.parse(body.toString("utf8"));
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

/** The SDK recurses into messages, and one that is nested too deep overflows its stack. Reads the text, which is the quickest. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length && depth <= MAX_DEPTH; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) depth += 1;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth -= 1;
  }
  return depth > MAX_DEPTH;
}
