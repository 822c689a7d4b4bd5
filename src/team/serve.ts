import type { IncomingMessage, ServerResponse } from "node:http";
import type { Environment } from "../config/env.ts";
import { createServerContext, type Shared } from "../runtime/context.ts";
import { createServer } from "../server/create-server.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { Fetch } from "../tempo/http/client.ts";
import { createDataCenterRateLimiters } from "../tempo/http/rate-limit.ts";
import type { Clock } from "../timesheet/clock.ts";
import type { Log } from "../timesheet/log.ts";
import { steadyClock } from "../timesheet/steady-clock.ts";
import type { Limiter } from "../timesheet/when-allowed.ts";
import { toolsOf } from "../tools/index.ts";
import { createFailureLimit } from "./auth/attempt-limit.ts";
import { openFrontDoor } from "./auth/open-authenticator.ts";
import { isLoopbackAddress, type ServerSettings } from "./config/settings.ts";
import { readTeamSettings } from "./config/user-settings.ts";
import { countedWriters } from "./counted-writers.ts";
import { createEndpoint } from "./http/endpoint.ts";
import { internalEndpoint, openMetricsWarning } from "./http/internal.ts";
import { type Listener, listen } from "./http/listener.ts";
import { createServerMetrics } from "./observability/server-metrics.ts";
import { watched } from "./observability/upstream-metrics.ts";
import { openSharedState } from "./storage.ts";
import { anybody, type PersonalRequests } from "./user.ts";
import { People } from "./users.ts";

export interface HttpServerOptions {
  server: ServerSettings;
  /** Of the operator: addresses and limits, and nobody's credentials. */
  env: Environment;
  /** Serves everybody the embedded Tempo. */
  sandbox: Deployment["kind"] | undefined;
  version: string;
  clock: Clock;
  /** For requests to the identity provider. */
  fetch: Fetch;
  log: Log;
  /** Called with each request. */
  requested?(): void;
}

export interface HttpServer {
  url: string;
  internalUrl: string | undefined;
  /** Stops taking requests, and resolves when those in progress have ended, or their time has. */
  drain(): Promise<void>;
}

/** How long proxies may need to notice that a replica goes away. */
export const NOTICE_MS = 5000;

/** Beyond the time of a call. */
export const GRACE_MS = 5000;

/** @throws SettingsError if it cannot start as it is set up */
export async function serveHttp(options: HttpServerOptions): Promise<HttpServer> {
  const { server, env, sandbox, version, clock, log } = options;
  const { publicUrl, tls, address } = server;
  const team = await readTeamSettings(env, sandbox);
  const { kind, common: base } = team;
  const door = openFrontDoor(server, { clock, fetch: options.fetch, log });
  const state = await openSharedState({
    address: server.database,
    folder: sandbox ? undefined : base.stateFolder,
    requestsPerSecond: server.requestsPerSecond,
    clock,
    log,
  });
  const writers = countedWriters(state.writers);
  const site = siteOf(team.deployment);
  const dataCenter = kind === "datacenter" ? createDataCenterRateLimiters() : undefined;
  const steady = steadyClock(clock);
  const sharedFor = ({ name, trial }: PersonalRequests): Shared => {
    // With the person's name of that moment: at first it is not known whose credentials they are.
    const taken: Limiter = (start, abandoned) => state.rate.limiterFor(site.name, name())(start, abandoned);
    return {
      writers,
      clock: steady,
      rateLimiter: dataCenter?.() ?? trial?.limit(taken) ?? taken,
      wrapFetch(fetch) {
        const { name: siteName, limitedOrigin } = site;
        const watchedFetch = watched(fetch, { metrics, rate: state.rate, site: siteName, limitedOrigin });
        return trial?.watch(watchedFetch) ?? watchedFetch;
      },
      log,
    };
  };
  // One for everybody: there is one person in the embedded Tempo, and no credentials.
  const common = createServerContext(base, sandbox, { writers, clock: steady, log });
  const people = new People({
    clock,
    kind,
    key: state.key,
    connect: (credentials) => (requests) => {
      const settings = team.of(credentials);
      const shared = sharedFor(requests);
      return () => createServerContext(settings, undefined, shared);
    },
  });
  const ended = new AbortController();
  void people.keepForgetting(ended.signal);
  let isDraining = false;
  let listener: Listener | undefined;
  const metrics = createServerMetrics({
    requestsInProgress: () => listener?.requestsInProgress() ?? 0,
    people: () => people.size,
    callsWriting: () => writers.count(),
    databaseIsReady: () => (state.database() === "none" ? undefined : Number(state.database() === "ready")),
  });
  const hosts = [...(publicUrl ? [publicUrl.hostname] : []), ...LOOPBACK];
  const isOpen = !publicUrl && isLoopbackAddress(address);
  const tools = toolsOf(base.toolSets);
  const endpoint = createEndpoint({
    guards: { hosts, origins: isOpen ? LOOPBACK : [], path: "/mcp" },
    door,
    failures: createFailureLimit({ clock }),
    personOf: sandbox ? () => anybody(common) : (headers) => people.of(headers),
    knows: (headers) => people.knows(headers),
    context: common,
    createServer: (context, readOnly) =>
      createServer(context, {
        version,
        tools,
        readOnly: readOnly || base.readOnly,
        // By Tempofiller-Read-Only.
        listsDiffer: true,
        ...(door.scopeChallenge && { scopeChallenge: door.scopeChallenge }),
      }),
    isBehindProxy: tls === "proxy",
    metrics,
    log,
    key: state.key,
  });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    response.once("close", () => {
      const { statusCode: status } = response;
      metrics.request(status);
      const requestId = String(response.getHeader("x-request-id") ?? "");
      if (status >= 400) log("", "info", { event: "request", requestId, status });
    });
    options.requested?.();
    try {
      await endpoint(request, response);
    } catch (error) {
      // The caller has gone away while it sent its request, or this is a bug.
      if (!request.destroyed) log(`request failed: ${error}`, "error");
      response.destroy();
    }
  };
  const certificate = tls === "proxy" ? undefined : tls;
  let internal: Listener | undefined;
  try {
    internal =
      server.internalAddress &&
      (await listen({
        address: server.internalAddress,
        clock,
        handle: internalEndpoint({
          health: () => ({ isDraining, database: state.database() }),
          metrics: () => metrics.text(),
          metricsToken: server.metricsToken,
        }),
        log,
      }));
    listener = await listen({ address, certificate, clock, handle, log });
  } catch (error) {
    // What is open would keep the process running, with nobody to serve.
    ended.abort();
    await internal?.drain(0);
    await state.close();
    throw error;
  }
  const { url } = listener;
  const warning = openMetricsWarning(server);
  if (warning) log(warning, "warn");
  if (sandbox) log("this is the embedded Tempo: nothing is kept", "warn");
  log(`MCP is at ${publicUrl?.href ?? `${url}/mcp`}`);
  return {
    url,
    internalUrl: internal?.url,
    async drain() {
      isDraining = true;
      log("draining: /readyz says so, soon no more requests are taken, and those in progress end");
      listener?.announceEnd();
      if (!isOpen) await clock.sleep(NOTICE_MS);
      const deadline = clock.now() + base.budget + GRACE_MS;
      await listener?.drain(base.budget + GRACE_MS);
      await writers.idle(deadline, clock);
      ended.abort();
      await state.close();
      await internal?.drain(0);
      log("ended");
    },
  };
}

/** The site that all people have in common, and the origin of its API that allows only so many requests. */
function siteOf(deployment: Deployment | undefined): { name: string; limitedOrigin: string | undefined } {
  return deployment?.kind === "cloud"
    ? { name: deployment.jiraUrl, limitedOrigin: new URL(deployment.tempoUrl).origin }
    : { name: deployment?.baseUrl ?? "", limitedOrigin: undefined };
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
