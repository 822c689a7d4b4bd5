import { type Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { MAX_BODY_BYTES } from "../../src/team/http/guards.ts";

export const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

export const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

export const READ = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_worklogs", arguments: { startDate: "2026-01-05", endDate: "2026-01-09" } },
};

/** The `_meta` of a request by the protocol 2026-07-28. */
export const ERA_2026 = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "tempofiller-tests", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface RawRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  agent?: Agent;
}

export interface RawResponse {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Sends a request that `fetch` would not send: `tools/list` unless given. */
export function sendRaw(
  { port }: URL,
  { method = "POST", path = "/mcp", headers, body = JSON.stringify(LIST), agent }: RawRequest,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: { ...JSON_HEADERS, ...headers },
        ...(agent && { agent }),
      },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      },
    );
    request.on("error", reject);
    request.end(method === "POST" ? body : undefined);
  });
}

/** Sends a request as it is written, and returns what comes back until the server closes the connection. */
export function sendText({ port }: URL, request: string): Promise<string> {
  const socket = connect(Number(port), "127.0.0.1");
  socket.end(request);
  return text(socket);
}

/** Sends a body that is too large in pieces, without saying how much it is, and returns the status. */
export function sendInPieces({ port }: URL): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = httpRequest(
      { host: "127.0.0.1", port, method: "POST", path: "/mcp", headers: JSON_HEADERS },
      (response) => resolve(response.statusCode),
    );
    request.on("error", () => {});
    for (let sent = 0; sent <= MAX_BODY_BYTES; sent += 65_536) request.write("x".repeat(65_536));
  });
}

/** Announces a body and waits to be asked for it, as curl does. Whether it was asked for, and the status. */
export function announce(
  { port }: URL,
  { headers, body }: Pick<RawRequest, "headers"> & { body: string },
): Promise<{ isAskedFor: boolean; status: number | undefined }> {
  return new Promise((resolve, reject) => {
    let isAskedFor = false;
    const request = httpRequest(
      {
        host: "127.0.0.1",
        port,
        method: "POST",
        path: "/mcp",
        headers: {
          ...JSON_HEADERS,
          ...headers,
          expect: "100-continue",
          "content-length": Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume();
        resolve({ isAskedFor, status: response.statusCode });
        // The server does not want the body.
        if (!isAskedFor) request.destroy();
      },
    );
    request.on("continue", () => {
      isAskedFor = true;
      request.end(body);
    });
    request.on("error", reject);
    request.flushHeaders();
  });
}

/** Sends headers slowly, and returns the seconds until the server closes the connection. */
export async function sendHeadersSlowly({ port }: URL): Promise<number> {
  const startedAt = performance.now();
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\n");
  const drip = setInterval(() => socket.write("X-A: b\r\n"), 500);
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(drip);
  return (performance.now() - startedAt) / 1000;
}

/** Requests that the server refuses before it sends anything to Tempo, with the status and a part of the message. */
export const REFUSED_REQUESTS: [
  what: string,
  request: RawRequest,
  status: number,
  text: string,
  answer?: { code: number; id: number | null },
][] = [
  ["another host", { headers: { host: "evil.example.com" } }, 403, "does not serve the host"],
  [
    "a host that only begins right",
    { headers: { host: "localhost.evil.example.com" } },
    403,
    "does not serve the host",
  ],
  [
    "a host behind another name",
    { headers: { host: "evil.example.com@127.0.0.1" } },
    403,
    "does not serve the host",
  ],
  [
    "more than 5,000 values",
    { body: JSON.stringify({ ...LIST, params: { _meta: { all: Array(5001).fill(1) } } }) },
    400,
    "The message has more than 5000 values. The largest batch needs half of them: send less at once.",
  ],
  [
    "an id that is longer than any",
    { body: JSON.stringify({ ...LIST, id: "i".repeat(257) }) },
    400,
    "The id of the message has more than 256 characters.",
    { code: -32_602, id: null },
  ],
  ["a web page", { headers: { origin: "https://evil.example.com" } }, 403, "does not serve web pages"],
  ["a page without an origin", { headers: { origin: "null" } }, 403, "does not serve web pages"],
  ["another path", { path: "/" }, 404, "MCP is at /mcp"],
  ["a path below", { path: "/mcp/admin" }, 404, "MCP is at /mcp"],
  ["the probes, on the public port", { path: "/metrics", method: "GET" }, 404, "MCP is at /mcp"],
  ["GET", { method: "GET" }, 405, "send POST"],
  ["DELETE", { method: "DELETE" }, 405, "send POST"],
  ["a preflight", { method: "OPTIONS" }, 405, "send POST"],
  ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, 415, "application/json"],
  ["no type", { headers: { "content-type": "" } }, 415, "application/json"],
  ["what is no JSON", { body: "{" }, 400, "not JSON", { code: -32_700, id: null }],
  ["an empty body", { body: "" }, 400, "not JSON", { code: -32_700, id: null }],
  ["a number", { body: "7" }, 400, "not a JSON-RPC message", { code: -32_600, id: null }],
  [
    "JSON that is nested too deep",
    {
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${"[".repeat(400_000)}${"]".repeat(400_000)}}`,
    },
    400,
    "nested more than 100 levels deep",
  ],
  [
    "arguments whose text has more than 5,000 values",
    {
      body: JSON.stringify({
        ...READ,
        params: { ...READ.params, arguments: JSON.stringify({ all: Array(5001).fill(1) }) },
      }),
    },
    400,
    "The message has more than 5000 values.",
    { code: -32_602, id: 1 },
  ],
  [
    "arguments whose text is nested too deep",
    { body: JSON.stringify({ ...READ, params: { ...READ.params, arguments: `{"a":${"[".repeat(101)}` } }) },
    400,
    "nested more than 100 levels deep",
    { code: -32_602, id: 1 },
  ],
  ["a batch", { body: JSON.stringify([READ, READ]) }, 400, "Batches are not served"],
  [
    "5 MiB, announced",
    { body: JSON.stringify({ ...LIST, padding: "x".repeat(5 * MAX_BODY_BYTES) }) },
    413,
    "more than 1048576 bytes",
  ],
];
