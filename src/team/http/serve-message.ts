import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { type AuthInfo, createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
// Not newer than what SDKs bring: a newer API does not find an older SDK, and records nothing.
import { context as activeContext, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { BaseContext } from "../../runtime/context.ts";
import type { FinishedCall, ServerContext } from "../../server/context.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import type { Log } from "../../timesheet/log.ts";
import type { Source } from "../auth/attempts.ts";
import type { Authenticated } from "../auth/authenticator.ts";
import { asksForReadOnly } from "../config/user-settings.ts";
import { codeOf, type ServerMetrics } from "../observability/metrics.ts";
import { anonymousUser, logName, type User } from "../user.ts";
import type { Users } from "../users.ts";
import type { Exchange } from "./exchange.ts";
import { acceptsOnlyJson, MAX_BODY_BYTES } from "./guards.ts";

export interface MessageOptions {
  users: Users;
  sources: (key: string) => Source;
  /** The context of requests without credentials, which may still list the tools. */
  anonymous: BaseContext;
  metrics: ServerMetrics;
  log: Log;
  /** The key of the hashes that are names in the log. */
  key: Buffer;
  resourceMetadataUrl: string | undefined;
  createServer(context: ServerContext, readOnly: boolean): McpServer;
}

/** The requests under way by caller, session and id, for a client that cancels one by a message of its own. */
export type UnderWay = Map<string, AbortController>;

/** Serves one message by MCP. Each request is served alone: only `Users` remembers anything of its sender. */
export async function serveMessage(
  exchange: Exchange,
  options: MessageOptions,
  underWay: UnderWay,
): Promise<"answered"> {
  const { request, response, message, authenticated } = exchange;
  const handlerOptions = {
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (error: Error) => options.log(`protocol: ${error.message}`, "warn"),
  };
  const carrier = carrierOf(message, request.headers);
  const context = requestContext(exchange, traceIdOf(carrier), options);
  const server = () => options.createServer(context, asksForReadOnly(request.headers));
  const ofType = acceptsOnlyJson(request) ? asJson : (response: Response) => response;
  // The SDK wants both names, and knows no ranges.
  request.headers.accept = "application/json, text/event-stream";
  const mcp = createMcpHandler(server, handlerOptions);
  const { method, id, params } = message as {
    method?: unknown;
    id?: unknown;
    params?: { requestId?: unknown };
  };
  if (method === "notifications/cancelled") underWay.get(placeOf(exchange, params?.requestId) ?? "")?.abort();
  const cancellation = new AbortController();
  const fetch: typeof mcp.fetch = async (incoming, ...others) => {
    const signal = AbortSignal.any([incoming.signal, cancellation.signal]);
    const answer = withoutConnection(
      await ofType(await mcp.fetch(new Request(incoming, { signal }), ...others)),
    );
    // It is kept nowhere. Clients repeat it, which tells their requests from those of others with the same ids.
    if (method === "initialize") answer.headers.set(SESSION, randomUUID());
    return answer;
  };
  const serve = toNodeHandler({ fetch }, handlerOptions);
  const auth = authInfo(authenticated, options.resourceMetadataUrl);
  const incoming = Object.assign(request, { auth }) as Parameters<typeof serve>[0];
  const place = placeOf(exchange, id);
  if (place !== undefined) underWay.set(place, cancellation);
  try {
    await inSpan(message, carrier, () => serve(incoming, response, message));
  } finally {
    if (place !== undefined && underWay.get(place) === cancellation) underWay.delete(place);
  }
  return "answered";
}

const SESSION = "mcp-session-id";

/** The place of a request among those under way; undefined without a session or an id, since others may use the same ids. */
function placeOf({ request, authenticated }: Exchange, id: unknown): string | undefined {
  const session = request.headers[SESSION];
  const { kind, name } = authenticated.caller ?? {};
  return session === undefined || id === undefined ? undefined : JSON.stringify([kind, name, session, id]);
}

/** The caller for the SDK. The token is left out, since no tool needs the credential that authenticated the caller. */
function authInfo(
  { caller, scopes, expiresAt }: Authenticated,
  resourceMetadataUrl: string | undefined,
): AuthInfo {
  return {
    token: "",
    clientId: caller?.name ?? "",
    scopes: [...scopes],
    ...(expiresAt !== undefined && { expiresAt }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
  };
}

/** The last event of a stream, which is the response; those before it report progress. */
async function asJson(response: Response): Promise<Response> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data:"));
  const last = lines.at(-1);
  // The request was cancelled.
  if (last === undefined) return new Response(null, { status: 202 });
  return Response.json(JSON.parse(last.slice("data:".length)), { status: response.status });
}

/** Removes the header that the SDK must not set: the client may want to close the connection, or the server may be going away. */
function withoutConnection(response: Response): Response {
  response.headers.delete("connection");
  return response;
}

/** The context of one request: the user's, with a log that names the request, and calls that are counted. */
function requestContext(
  { request, requestId, authenticated, sourceKey }: Exchange,
  traceId: string | undefined,
  options: MessageOptions,
): ServerContext {
  const { log, metrics } = options;
  const user = userOf(request.headers, options);
  const source = options.sources(sourceKey);
  // A key and a token may have the same name, and are two callers.
  const { kind, name } = authenticated.caller ?? {};
  const caller = kind && name !== undefined ? logName(options.key, kind, name) : undefined;
  const ids = () => ({ requestId, traceId, person: user.name, caller });
  return {
    ...user.context,
    log: (line) => log(user.context.redact(line), "info", ids()),
    openTimesheet: () => user.openTimesheet(source, authenticated.jiraUser),
    finished(call) {
      metrics.call(call);
      logCall(log, call, ids());
      if (call.isError) markFailed(codeOf(call));
      user.callFailed(call.error, source);
    },
  };
}

function userOf(headers: Exchange["request"]["headers"], { users, anonymous }: MessageOptions): User {
  try {
    return users.get(headers);
  } catch (error) {
    if (error instanceof SettingsError) return anonymousUser(anonymous, error);
    throw error;
  }
}

interface Ids {
  requestId: string;
  traceId: string | undefined;
  /** Keyed hashes: the user whom Jira names, and the authenticated caller. */
  person: string | undefined;
  caller: string | undefined;
}

/** A line for each call, and one more for what it changed in Tempo: worklogs by id, never their content. */
export function logCall(log: Log, call: FinishedCall, ids: Ids): void {
  const { tool, milliseconds, changes } = call;
  const code = codeOf(call);
  log("", code === "internal" || code === "contract_violation" ? "error" : "info", {
    event: "call",
    ...ids,
    tool,
    code,
    milliseconds: Math.round(milliseconds),
  });
  const made = changes?.byKind().map(({ effect, isCertain, ids: changed }) => {
    if (isCertain) return [effect, changed];
    const name = `possibly${effect.charAt(0).toUpperCase()}${effect.slice(1)}`;
    // A worklog that is possibly stored has a description in place of an id.
    return [name, effect === "stored" ? changed.length : changed];
  });
  if (made?.length) log("", "info", { event: "audit", ...ids, tool, ...Object.fromEntries(made) });
}

/** The identifier of a request's trace in its `traceparent`; undefined if there is none. */
function traceIdOf(carrier: Carrier): string | undefined {
  const [, id] = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(carrier.traceparent ?? "") ?? [];
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}

interface Carrier {
  traceparent?: string;
  tracestate?: string;
}

/** MCP carries the trace in the message, and proxies in the headers; the message is nearer to the client. */
function carrierOf(message: object, headers: IncomingHttpHeaders): Carrier {
  const meta = (message as { params?: { _meta?: Record<string, unknown> } }).params?._meta;
  const source: Record<string, unknown> = typeof meta?.traceparent === "string" ? meta : headers;
  const { traceparent, tracestate } = source;
  return {
    ...(typeof traceparent === "string" && { traceparent }),
    ...(typeof tracestate === "string" && { tracestate }),
  };
}

/** Runs in a span of the message, which an OpenTelemetry SDK records if the operator has loaded one. */
function inSpan(message: object, carrier: Carrier, run: () => Promise<void>): Promise<void> {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } };
  const [methodName, toolName] = [plainName(method), plainName(params?.name)];
  const isCall = methodName === "tools/call";
  const name = isCall ? `${methodName} ${toolName}` : methodName;
  const attributes = { "mcp.method.name": methodName, ...(isCall && { "gen_ai.tool.name": toolName }) };
  const parent = propagation.extract(activeContext.active(), carrier);
  const tracer = trace.getTracer("tempofiller");
  return tracer.startActiveSpan(name, { kind: SpanKind.SERVER, attributes }, parent, async (span) => {
    try {
      await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A name from the client if it is a plain identifier; nothing else reaches a span. */
function plainName(text: unknown): string {
  return typeof text === "string" && /^[\w/-]{1,64}$/.test(text) ? text : "unknown";
}

/** A tool's failure is an HTTP 200, so the span says it. */
function markFailed(code: string): void {
  const span = trace.getActiveSpan();
  span?.setAttribute("error.type", code);
  span?.setStatus({ code: SpanStatusCode.ERROR });
}
