import { createDataCenterRateLimiters } from "../tempo/http/rate-limit.ts";
import type { Clock } from "../timesheet/clock.ts";
import type { Log } from "../timesheet/log.ts";
import { steadyClock } from "../timesheet/steady-clock.ts";
import type { TeamSettings } from "./config/user-settings.ts";
import type { ServerMetrics } from "./observability/server-metrics.ts";
import { withUpstreamMetrics } from "./observability/upstream-metrics.ts";
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
  const { site, limitedOrigin } = siteOf(team);
  const shared = { writers, clock: steadyClock(clock), log };
  const wrapFetch: Upstream["wrapFetch"] = (fetch) =>
    withUpstreamMetrics(fetch, { metrics, rate, site, limitedOrigin });
  if (team.kind === "datacenter") return { ...shared, wrapFetch, limiterOf: createDataCenterRateLimiters() };
  return {
    ...shared,
    wrapFetch,
    // Read on each request: the user is unknown until Jira has answered.
    limiterOf: (user) => (start, abandoned) => rate.limiterFor(site, user.queueName)(start, abandoned),
  };
}

/** The team's site, and the origin of its API that limits the rate of requests. */
function siteOf({ deployment }: TeamSettings): { site: string; limitedOrigin: string | undefined } {
  return deployment?.kind === "cloud"
    ? { site: deployment.jiraUrl, limitedOrigin: new URL(deployment.tempoUrl).origin }
    : { site: deployment?.baseUrl ?? "", limitedOrigin: undefined };
}
