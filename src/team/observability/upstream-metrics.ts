import type { Fetch } from "../../tempo/http/client.ts";
import type { ServerMetrics } from "./server-metrics.ts";

/** Counts the requests of all users. */
export function withUpstreamMetrics(send: Fetch, metrics: Pick<ServerMetrics, "upstream">): Fetch {
  return async (request) => {
    try {
      const response = await send(request);
      metrics.upstream(String(response.status));
      return response;
    } catch (error) {
      metrics.upstream("failed");
      throw error;
    }
  };
}
