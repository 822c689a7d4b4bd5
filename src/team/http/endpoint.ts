import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../../timesheet/log.ts";
import type { ServerMetrics } from "../observability/server-metrics.ts";
import { Exchange, type Step } from "./exchange.ts";
import { refuse } from "./responses.ts";

interface EndpointOptions {
  steps: readonly Step[];
  metrics: ServerMetrics;
  log: Log;
  /** Called with each request. */
  requested?: (() => void) | undefined;
}

/** Serves requests over HTTP: each passes the steps until one answers or refuses it. Never throws. */
export function createEndpoint({
  steps,
  metrics,
  log,
  requested,
}: EndpointOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  async function serve(exchange: Exchange): Promise<void> {
    for (const step of steps) {
      const result = await step(exchange);
      if (result === "answered") return;
      if (result) return refuse(exchange.response, result);
    }
  }

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
      await serve(exchange);
    } catch (error) {
      // The client has gone away while it sent its request, or this is a bug.
      if (!request.destroyed) log(`request failed: ${error}`, "error");
      response.destroy();
    }
  };
}
