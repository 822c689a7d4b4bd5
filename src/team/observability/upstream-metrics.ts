import type { Fetch } from "../../tempo/http/client.ts";
import type { Rate } from "../../timesheet/rate/rate.ts";
import type { ServerMetrics } from "./server-metrics.ts";

interface UpstreamMetricsOptions {
  metrics: Pick<ServerMetrics, "upstream">;
  rate: Rate;
  /** The site that has the rate. */
  site: string;
  /** The origin of the API that limits the rate; undefined if none does. */
  limitedOrigin: string | undefined;
}

/** Pause after a 429 without Retry-After, and the longest Retry-After that is honoured. */
const DEFAULT_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 50_000;

/** Counts the requests of all users, and pauses all of them when Tempo answers with 429. */
export function withUpstreamMetrics(
  send: Fetch,
  { metrics, rate, site, limitedOrigin }: UpstreamMetricsOptions,
): Fetch {
  return async (request) => {
    try {
      const response = await send(request);
      metrics.upstream(String(response.status));
      if (response.status === 429 && new URL(request.url).origin === limitedOrigin) {
        const seconds = Number(response.headers.get("retry-after"));
        rate.pause(site, seconds > 0 ? Math.min(seconds * 1000, MAX_PAUSE_MS) : DEFAULT_PAUSE_MS);
      }
      return response;
    } catch (error) {
      metrics.upstream("failed");
      throw error;
    }
  };
}
