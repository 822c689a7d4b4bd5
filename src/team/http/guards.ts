import type { IncomingMessage } from "node:http";
import { isJsonContentType, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import Negotiator from "negotiator";
import { tooMuchOf } from "../../text/json.ts";

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
  /** The JSON text of the message's id, once it is read. */
  id?: string;
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

/** A parameter other than a weight, such as a character set: no response has one, so none could match. */
const PARAMETER = /;\s*(?!q\s*=)[^=;,]*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^;,]*))?/gi;

/** The types of MCP's responses that a client accepts by HTTP's rules: with ranges, weights, or without the header all of them. */
function acceptedTypes(request: IncomingMessage): string[] {
  const accept = request.headers.accept?.replaceAll(PARAMETER, "").trim() || undefined;
  return new Negotiator({ headers: { accept } }).mediaTypes([JSON_TYPE, "text/event-stream"]);
}

/** Whether a client reads no stream of events, and so gets the response without reports of progress. */
export function acceptsOnlyJson(request: IncomingMessage): boolean {
  return acceptedTypes(request).join() === JSON_TYPE;
}

function tooLarge(): Refusal {
  return { status: 413, message: `The request has more than ${MAX_BODY_BYTES} bytes. Send less at a time.` };
}

/** Reads the body of a request, or the reason to refuse it. */
export async function readBody(request: IncomingMessage): Promise<{ body: Buffer } | { refusal: Refusal }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Otherwise the return in the loop would end the connection before the client has its response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return { refusal: tooLarge() };
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const tooMuch = tooMuchOf(body.toString("latin1"));
  if (tooMuch !== undefined) return refused(tooMuch);
  // Every limit counts requests, and a batch would hide many in one.
  if (String(body.subarray(0, 100)).trim().startsWith("["))
    return refused("Batches are not served over HTTP. Send each message as a request of its own.");
  return { body };
}

function refused(message: string): { refusal: Refusal } {
  return { refusal: { status: 400, message } };
}
