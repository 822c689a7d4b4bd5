import type { IncomingMessage } from "node:http";
import { isJsonContentType, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import Negotiator from "negotiator";

/** The longest body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A name or an address, and maybe a port. A check of the name alone would accept the part after an @. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

export interface Refusal {
  status: number;
  message: string;
  headers?: Record<string, string>;
  /** JSON-RPC's, if it has one for the reason. */
  code?: number;
  /** The id of the message, once it is read. */
  id?: unknown;
}

export interface GuardOptions {
  /** Allowed names in the Host header, without ports. */
  hosts: string[];
  /** Allowed names in the Origin header, without ports. Programs send none. */
  origins: string[];
  path: string;
}

/** Refuses a request that names two hosts: a proxy and the server may each believe another one (RFC 9112, 3.2). */
export function checkOneHost({ rawHeaders }: IncomingMessage): Refusal | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length < 2) return undefined;
  return { status: 400, message: "The request has more than one Host header. Send one." };
}

/** Checks a request by its headers, before its body is read. Returns undefined if it is not refused. */
export function checkRequest(
  request: IncomingMessage,
  { hosts, origins, path }: GuardOptions,
): Refusal | undefined {
  const { headers, method, url = "" } = request;
  if (!HOST.test(headers.host ?? "") || !validateHostHeader(headers.host, hosts).ok) {
    return { status: 403, message: "This server does not serve the host that the request names." };
  }
  if (!validateOriginHeader(headers.origin, origins).ok) {
    return { status: 403, message: "This server does not serve web pages." };
  }
  if (url.split("?", 1)[0] !== path) return { status: 404, message: `Nothing is here. MCP is at ${path}.` };
  if (method !== "POST") {
    return { status: 405, message: "The server keeps no session: send POST.", headers: { Allow: "POST" } };
  }
  if (!isJsonContentType(headers["content-type"])) {
    return { status: 415, message: "Content-Type must be application/json." };
  }
  if (!acceptedTypes(request).length) {
    return { status: 406, message: "Accept must allow application/json or text/event-stream." };
  }
  return Number(headers["content-length"]) > MAX_BODY_BYTES ? tooLarge() : undefined;
}

const JSON_TYPE = "application/json";

/** The types of MCP's responses that a client accepts by HTTP's rules: with ranges, weights, or without the header all of them. */
function acceptedTypes(request: IncomingMessage): string[] {
  return new Negotiator(request).mediaTypes([JSON_TYPE, "text/event-stream"]);
}

/** Whether a client reads no stream of events, and so gets the response without reports of progress. */
export function acceptsOnlyJson(request: IncomingMessage): boolean {
  return acceptedTypes(request).join() === JSON_TYPE;
}

function tooLarge(): Refusal {
  return { status: 413, message: `The request has more than ${MAX_BODY_BYTES} bytes. Send less at a time.` };
}

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
  const tooMuch = tooMuchOf(body);
  if (tooMuch !== undefined) return refused(tooMuch);
  let json: unknown;
  try {
    // It leaves byte order marks out, and throws where a text has no meaning in UTF-8.
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body).trim());
  } catch {
    return refused("The body is not JSON in UTF-8.");
  }
  // Every limit counts requests, and a batch would hide many in one.
  if (Array.isArray(json)) return refused("Batches are not served. Send one message a request.");
  if (typeof json !== "object" || json === null) return refused("The body is not a JSON-RPC message.");
  // Arguments may be written as the text of their JSON.
  const { arguments: args } = (json as { params?: { arguments?: unknown } | null }).params ?? {};
  const tooManyArguments = typeof args === "string" ? tooMuchOf(Buffer.from(args)) : undefined;
  return tooManyArguments === undefined ? { json } : refused(tooManyArguments);
}

/** The reason to refuse a JSON text for its nesting or its values. */
function tooMuchOf(text: Buffer): string | undefined {
  const { depth, values } = sizeOf(text);
  if (depth > MAX_DEPTH)
    return `The body is nested more than ${MAX_DEPTH} levels deep. No tool needs more than a few.`;
  if (values > MAX_VALUES)
    return `The body has more than ${MAX_VALUES} values. The largest batch needs half of them: send less at once.`;
  return undefined;
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
