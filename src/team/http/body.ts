import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES, type Refusal, tooLarge } from "./guards.ts";

/** The deepest nesting of objects and lists; arguments have three levels. */
const MAX_DEPTH = 100;

/** The most values and members of a message. A batch of 500 entries has about 2,500; the checks of the SDK take a processor 20 µs for each. */
const MAX_VALUES = 5000;

const [QUOTE, BACKSLASH, OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET, COMMA] =
  Buffer.from('"\\{}[],');

/** Reads the JSON of a request, or the reason to refuse it. */
export async function readBody(request: IncomingMessage): Promise<{ json: object } | { refusal: Refusal }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Otherwise the return in the loop would end the connection before the client has its response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return { refusal: tooLarge() };
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const { depth, values } = sizeOf(body);
  if (depth > MAX_DEPTH)
    return refused(`The body is nested more than ${MAX_DEPTH} levels deep. No tool needs more than a few.`);
  if (values > MAX_VALUES)
    return refused(
      `The body has more than ${MAX_VALUES} values. The largest batch needs half of them: send less at once.`,
    );
  let json: unknown;
  try {
    json = JSON.parse(body.toString("utf8"));
  } catch {
    return refused("The body is not JSON.");
  }
  // Every limit counts requests, and a batch would hide many in one.
  if (Array.isArray(json)) return refused("Batches are not served. Send one message a request.");
  if (typeof json !== "object" || json === null) return refused("The body is not a JSON-RPC message.");
  return { json };
}

function refused(message: string): { refusal: Refusal } {
  return { refusal: { status: 400, message } };
}

/**
 * Counts the levels and the values of a JSON text, up to the limits. The SDK recurses into messages, and one that is nested too deep
 * overflows its stack. Scanning the text is the quickest way.
 */
function sizeOf(json: Buffer): { depth: number; values: number } {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let index = 0; index < json.length && depth <= MAX_DEPTH && values <= MAX_VALUES; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) depth += 1;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth -= 1;
  }
  return { depth, values };
}
