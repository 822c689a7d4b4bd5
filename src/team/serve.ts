import type { Environment } from "../config/env.ts";
import { createBaseContext, createServerContext } from "../runtime/context.ts";
import { createServer } from "../server/create-server.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { Fetch } from "../tempo/http/client.ts";
import type { Clock } from "../timesheet/clock.ts";
import type { Log } from "../timesheet/log.ts";
import { toolsOf } from "../tools/index.ts";
import { keyTimes } from "./auth/access-keys.ts";
import { createAttemptLimit, createSources } from "./auth/attempts.ts";
import { createAuth } from "./auth/auth.ts";
import { isLoopbackAddress, type ServerSettings } from "./config/settings.ts";
import { readTeamSettings } from "./config/user-settings.ts";
import { createEndpoint } from "./http/exchange.ts";
import { internalEndpoint, openMetricsWarning } from "./http/internal.ts";
import { type Listener, listen } from "./http/listener.ts";
import { createSteps } from "./http/steps.ts";
import { createServerMetrics } from "./observability/metrics.ts";
import { openStorage } from "./storage.ts";
import { createUpstream } from "./upstream.ts";
import { sandboxUsers, UserCache } from "./users.ts";

export interface HttpServerOptions {
  server: ServerSettings;
  /** The operator's settings: addresses and limits, and no user's credentials. */
  env: Environment;
  /** Serves the embedded Tempo to all clients. */
  sandbox: Deployment["kind"] | undefined;
  version: string;
  clock: Clock;
  /** Sends requests to the identity provider. */
  fetch: Fetch;
  log: Log;
  /** Called with each request. */
  requested?(): void;
}

export interface HttpServer {
  url: string;
  internalUrl: string | undefined;
  /** Accepts no more requests, and resolves when those in progress have ended, or their time has. */
  drain(): Promise<void>;
}

/** The time that proxies may need to notice that a replica goes away. */
export const NOTICE_MS = 5000;

/** The time that a drain allows beyond that of a call. */
export const GRACE_MS = 5000;

/** @throws SettingsError if it cannot start as it is set up */
export async function serveHttp(options: HttpServerOptions): Promise<HttpServer> {
  const { server, env, sandbox, version, clock, fetch, log, requested } = options;
  const { publicUrl, address, tls, teamTools, internalAddress, metricsToken } = server;
  const draining = new AbortController();
  const ended = new AbortController();
  const team = await readTeamSettings(env, sandbox);
  const { toolSets, readOnly, stateFolder, budget } = team.common;
  const hasTeamTools = teamTools && toolSets.has("team");
  const auth = createAuth(server, { clock, fetch, log, hasTeamTools });
  const { accessKeys, scopeChallenge, resourceMetadataUrl } = auth;
  const metrics = createServerMetrics();
  const storage = await openStorage({
    address: server.database,
    folder: sandbox ? undefined : stateFolder,
    requestsPerSecond: server.requestsPerSecond,
    clock,
    log,
  });
  const { key, writers, database } = storage;
  const upstream = createUpstream({ team, storage, metrics, clock, log });
  const users = sandbox
    ? // All requests share one user: the embedded Tempo has no credentials.
      sandboxUsers(createServerContext(team.common, sandbox, upstream))
    : new UserCache({ team, key, upstream, clock, ended: ended.signal });
  metrics.observe({
    users: () => users.size,
    callsWriting: () => writers.count(),
    databaseIsReady: () => (database() === "none" ? undefined : Number(database() === "ready")),
    accessKeys: accessKeys && (() => keyTimes(accessKeys.list())),
  });

  const tools = toolsOf(toolSets).filter(({ set }) => set !== "team" || teamTools);
  // Only this machine can reach the server then.
  const isLocal = !publicUrl && isLoopbackAddress(address);
  const isBehindProxy = tls === "proxy";
  const attempts = createAttemptLimit({ clock });
  const steps = createSteps({
    guards: {
      hosts: [...(publicUrl ? [publicUrl.hostname] : []), ...LOOPBACK],
      origins: isLocal ? LOOPBACK : [],
      path: "/mcp",
    },
    auth,
    resourceMetadataUrl,
    attempts,
    sources: createSources(attempts),
    isBehindProxy,
    users,
    anonymous: createBaseContext(team.common, sandbox, upstream),
    createServer: (context, asksForReadOnly) =>
      createServer(context, {
        version,
        tools,
        readOnly: asksForReadOnly || readOnly,
        // Tempofiller-Read-Only makes them differ.
        listsDiffer: true,
        ...(scopeChallenge && { scopeChallenge }),
      }),
    metrics,
    log,
    key,
  });

  let internal: Listener | undefined;
  let listener: Listener;
  try {
    const health = () => ({ isDraining: draining.signal.aborted, database: database() });
    const forOperators = internalEndpoint({ health, metrics: () => metrics.text(), metricsToken });
    if (internalAddress)
      internal = await listen({ address: internalAddress, clock, handle: forOperators, log });
    const handle = createEndpoint({ steps, metrics, log, requested });
    const certificate = tls === "proxy" ? undefined : tls;
    listener = await listen({ address, certificate, clock, handle, isBehindProxy, metrics, log });
  } catch (error) {
    // An open listener or connection would keep the process running.
    await close();
    throw error;
  }

  async function close(): Promise<void> {
    ended.abort();
    await storage.close();
    await internal?.drain(0);
  }

  const warning = openMetricsWarning(server);
  if (warning) log(warning, "warn");
  if (sandbox) log("this is the sandbox: nothing is kept", "warn");
  const { url } = listener;
  log(`MCP is at ${publicUrl?.href ?? `${url}/mcp`}`);
  return {
    url,
    internalUrl: internal?.url,
    async drain() {
      draining.abort();
      log("draining: /readyz says so, soon no more requests are taken, and those in progress end");
      listener.announceEnd();
      if (!isLocal) await clock.sleep(NOTICE_MS);
      const longest = budget + GRACE_MS;
      const deadline = clock.now() + longest;
      await listener.drain(longest);
      await writers.idle(deadline, clock);
      await close();
      log("ended");
    },
  };
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
