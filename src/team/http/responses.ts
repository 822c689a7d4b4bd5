import type { ServerResponse } from "node:http";
import type { Refusal } from "./guards.ts";

/** JSON-RPC's code for an error without a code of its own. */
const SERVER_ERROR = -32_000;

const METHOD_NOT_FOUND = -32_601;

/** Refuses a request before the SDK sees it, in the form in which MCP clients look for an error. */
export function refuse(response: ServerResponse, { status, message, headers, id = null }: Refusal): void {
  const error = { code: SERVER_ERROR, message };
  const body = JSON.stringify({ jsonrpc: "2.0", error, id });
  // A client that was not asked for its body may send none, and its next request would be taken for it.
  const connection = response.req.headers.expect === undefined ? {} : { connection: "close" };
  response.writeHead(status, { "content-type": "application/json", ...connection, ...headers });
  response.end(body);
  // To close the connection of a client that is still sending would often take the response from it.
  response.req.resume();
}

/** Sends the SDK's answer to an unknown method. */
export function sendMethodNotFound(response: ServerResponse, id: string | number | null): void {
  const error = { code: METHOD_NOT_FOUND, message: "Method not found" };
  response.writeHead(404, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
}

export function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(text);
}
