import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { answerTo } from "../../server/read-message.ts";
import type { Log } from "../../timesheet/log.ts";
import type { Authenticated } from "../auth/authenticator.ts";
import type { ServerMetrics } from "../observability/metrics.ts";
import type { Refusal } from "./guards.ts";

/** A request, its response, and the results of the steps that it has passed. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Set by the step that authenticates; undefined before, so that a step in the wrong place fails. */
  authenticated!: Authenticated;
  /** The key of the source of the request, set by the same step: the caller at an address. */
  sourceKey!: string;
  /** Whether the client, which waits until it is asked for its body, was asked. */
  isAskedForBody = false;
  /** Set by the step that reads the body. */
  message!: object;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    this.requestId = requestIdOf(request);
  }
}

/** Refuses or answers a request, or returns undefined to let it pass on. */
export type Step = (exchange: Exchange) => Result | Promise<Result>;

type Result = Refusal | "answered" | undefined;

/** The client's own identifier, if it is short and plain. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Handles a request over HTTP. Never throws. */
export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface EndpointOptions {
  steps: readonly Step[];
  metrics: ServerMetrics;
  log: Log;
  /** Called with each request. */
  requested?: (() => void) | undefined;
}

/** Serves requests over HTTP: each passes the steps until one answers or refuses it. */
export function createEndpoint({ steps, metrics, log, requested }: EndpointOptions): Handle {
  return async (request, response) => {
    metrics.requestStarted();
    response.once("close", () => {
      const { statusCode: status } = response;
      metrics.requestEnded(status);
      const requestId = String(response.getHeader("x-request-id") ?? "");
      if (status >= 400) log("", "info", { event: "request", requestId, status });
    });
    requested?.();
    try {
      const exchange = new Exchange(request, response);
      response.setHeader("x-request-id", exchange.requestId);
      for (const step of steps) {
        const result = await step(exchange);
        if (result === "answered") return;
        if (result) return refuse(exchange, result);
      }
    } catch (error) {
      // The client has gone away while it sent its request, or this is a bug.
      if (!request.destroyed) log(`request failed: ${error}`, "error");
      response.destroy();
    }
  };
}

/** JSON-RPC's code for an error without a code of its own. */
const SERVER_ERROR = -32_000;

const METHOD_NOT_FOUND = -32_601;

/** The most that is read and dropped of a request that was refused, in bytes and in parts. */
const MAX_DROPPED = { bytes: 16 * 1024 * 1024, parts: 10_000 };

/** Refuses a request before the SDK sees it, in the form in which MCP clients look for an error. */
function refuse({ request, response, isAskedForBody }: Exchange, refusal: Refusal): void {
  const { status, message, headers, id = "null", code = SERVER_ERROR } = refusal;
  const body = answerTo({ id, code, message });
  const length = Buffer.byteLength(body);
  const own = { "content-type": "application/json", "content-length": length, connection: "close" };
  response.writeHead(status, { ...own, ...headers });
  response.write(body);
  // A client that was not asked for its body may send none.
  const isWaiting = request.headers.expect !== undefined && !isAskedForBody;
  if (isWaiting || request.complete) return void response.end();
  // The end closes the connection, which would often take the response from a client that is still sending.
  let [bytes, parts] = [0, 0];
  request.on("data", (part: Buffer) => {
    bytes += part.length;
    parts += 1;
    if (bytes > MAX_DROPPED.bytes || parts > MAX_DROPPED.parts) response.end();
  });
  request.once("end", () => response.end());
  request.resume();
}

/** Sends the SDK's answer to an unknown method. */
export function sendMethodNotFound(response: ServerResponse, id: unknown): void {
  const error = { code: METHOD_NOT_FOUND, message: "Method not found" };
  response.writeHead(404, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
}
