import type { IncomingMessage } from "node:http";
import { isJsonContentType, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";

/** The longest body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A name or an address, and maybe a port. A check of the name alone would accept the part after an @. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

export interface Refusal {
  status: number;
  message: string;
  headers?: Record<string, string>;
  /** The id of the message, once it is read. */
  id?: string | number | null;
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
  return Number(headers["content-length"]) > MAX_BODY_BYTES ? tooLarge() : undefined;
}

export function tooLarge(): Refusal {
  return { status: 413, message: `The request has more than ${MAX_BODY_BYTES} bytes. Send less at a time.` };
}
