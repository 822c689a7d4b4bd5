import type { Fetch } from "../../tempo/http/client.ts";
import type { Rate } from "../../timesheet/rate/rate.ts";
import type { ServerMetrics } from "./server-metrics.ts";

interface WatchOptions {
  metrics: Pick<ServerMetrics, "upstream">;
  rate: Rate;
  /** The site whose rate it is. */
  site: string;
  /** The origin of the API that has the rate; undefined if none has. */
  limitedOrigin: string | undefined;
}

/** How long nobody asks after a refusal that does not say it, and the longest that is believed. */
const DEFAULT_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 50_000;

/** Counts the requests of all people, and lets all of them wait when Tempo says that there are too many. */
export function watched(send: Fetch, { metrics, rate, site, limitedOrigin }: WatchOptions): Fetch {
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
