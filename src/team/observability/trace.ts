import type { IncomingHttpHeaders } from "node:http";
// Not newer than what SDKs bring: a newer API does not find an older SDK, and records nothing.
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

/** The identifier of a request's trace in its `traceparent`; undefined if there is none. */
export function traceIdOf(carrier: Carrier): string | undefined {
  const [, id] = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(carrier.traceparent ?? "") ?? [];
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}

interface Carrier {
  traceparent?: string;
  tracestate?: string;
}

/** MCP carries the trace in the message, and proxies in the headers; the message is nearer to the client. */
export function carrierOf(message: object, headers: IncomingHttpHeaders): Carrier {
  const meta = (message as { params?: { _meta?: Record<string, unknown> } }).params?._meta;
  const source: Record<string, unknown> = typeof meta?.traceparent === "string" ? meta : headers;
  const { traceparent, tracestate } = source;
  return {
    ...(typeof traceparent === "string" && { traceparent }),
    ...(typeof tracestate === "string" && { tracestate }),
  };
}

/** Runs in a span of the message, which an OpenTelemetry SDK records if the operator has loaded one. */
export function inSpan(message: object, carrier: Carrier, run: () => Promise<void>): Promise<void> {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } };
  const [methodName, toolName] = [plainName(method), plainName(params?.name)];
  const isCall = methodName === "tools/call";
  const name = isCall ? `${methodName} ${toolName}` : methodName;
  const attributes = { "mcp.method.name": methodName, ...(isCall && { "gen_ai.tool.name": toolName }) };
  const parent = propagation.extract(context.active(), carrier);
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
export function markFailed(code: string): void {
  const span = trace.getActiveSpan();
  span?.setAttribute("error.type", code);
  span?.setStatus({ code: SpanStatusCode.ERROR });
}
