import type { Fetch } from "../tempo/http/client.ts";
import { createDataCenterRateLimiters } from "../tempo/http/rate-limit.ts";
import { type Clock, steadyClock } from "../timesheet/clock.ts";
import type { Log } from "../timesheet/log.ts";
import type { Rate } from "../timesheet/rate.ts";
import type { TeamSettings } from "./config/user-settings.ts";
import type { ServerMetrics } from "./observability/metrics.ts";
import type { Storage } from "./storage.ts";
import type { Upstream } from "./user.ts";

interface UpstreamOptions {
  team: TeamSettings;
  storage: Storage;
  metrics: ServerMetrics;
  clock: Clock;
  log: Log;
}

/** The way of all users to the team's Tempo and Jira: counted, and at the rate that they share. */
export function createUpstream({ team, storage, metrics, clock, log }: UpstreamOptions): Upstream {
  const { writers, rate } = storage;
  const { deployment } = team;
  const shared = { writers, clock: steadyClock(clock), log };
  const wrapFetch: Upstream["wrapFetch"] = (fetch) => withUpstreamMetrics(fetch, metrics);
  if (deployment?.kind !== "cloud")
    return { ...shared, wrapFetch, limiterOf: createDataCenterRateLimiters() };
  const { jiraUrl: site } = deployment;
  return {
    ...shared,
    wrapFetch,
    tooManyRequests: pauseOf(rate, site),
    // Read on each request: the user is unknown until Jira has answered.
    limiterOf: (user) => (start, abandoned) => rate.limiterFor(site, user.queueName)(start, abandoned),
  };
}

/** Pause after a 429 without Retry-After, and the longest Retry-After that is honoured. */
const DEFAULT_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 50_000;

/** Pauses the requests of all users to a site. */
export function pauseOf(rate: Pick<Rate, "pause">, site: string): (wait: number | undefined) => void {
  return (wait = DEFAULT_PAUSE_MS) => rate.pause(site, Math.min(wait, MAX_PAUSE_MS));
}

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
