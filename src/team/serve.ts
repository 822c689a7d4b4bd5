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
import { type Auth, createAuth } from "./auth/auth.ts";
import { isLoopbackAddress, type ServerSettings } from "./config/settings.ts";
import { readTeamSettings, type TeamSettings } from "./config/user-settings.ts";
import { createEndpoint, type Handle } from "./http/exchange.ts";
import { type Health, internalEndpoint, openMetricsWarning } from "./http/internal.ts";
import { type Listener, listen } from "./http/listener.ts";
import { createSteps } from "./http/steps.ts";
import { createServerMetrics, type ServerMetrics } from "./observability/metrics.ts";
import { openStorage, type Storage } from "./storage.ts";
import { createUpstream } from "./upstream.ts";
import { TokenUser, type Upstream } from "./user.ts";
import { sandboxUsers, UserCache, type Users } from "./users.ts";

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

/** The parts of a server, each made of those before it. */
interface Parts extends HttpServerOptions {
  team: TeamSettings;
  auth: Auth;
  metrics: ServerMetrics;
  storage: Storage;
  upstream: Upstream;
  users: Users;
  /** Whether only this machine can reach the server. */
  isLocal: boolean;
  /** Aborted when the server ends. */
  ended: AbortController;
}

/** @throws SettingsError if it cannot start as it is set up */
export async function serveHttp(options: HttpServerOptions): Promise<HttpServer> {
  const { server, env, sandbox, clock, fetch, log } = options;
  const ended = new AbortController();
  const team = await readTeamSettings(env, sandbox);
  const hasTeamTools = server.teamTools && team.common.toolSets.has("team");
  const auth = createAuth(server, { clock, fetch, log, hasTeamTools });
  const { accessKeys: keys } = auth;
  const metrics = createServerMetrics();
  const storage = await openStorage({
    address: server.database,
    folder: sandbox ? undefined : team.common.stateFolder,
    requestsPerSecond: server.requestsPerSecond,
    clock,
    log,
  });
  const upstream = createUpstream({ team, storage, metrics, clock, log });
  const users = createUsers({ team, storage, upstream, clock, sandbox, ended });
  metrics.observe({
    users: () => users.size,
    callsWriting: () => storage.writers.count(),
    databaseIsReady: () =>
      storage.database() === "none" ? undefined : Number(storage.database() === "ready"),
    accessKeys: keys && (() => keyTimes(keys.list())),
  });
  const isLocal = !server.publicUrl && isLoopbackAddress(server.address);
  return start({ ...options, team, auth, metrics, storage, upstream, users, isLocal, ended });
}

function createUsers({
  team,
  storage,
  upstream,
  clock,
  sandbox,
  ended,
}: Pick<Parts, "team" | "storage" | "upstream" | "clock" | "sandbox" | "ended">): Users {
  // All requests share one user: the embedded Tempo has no credentials.
  if (sandbox) return sandboxUsers(createServerContext(team.common, sandbox, upstream));
  const { key } = storage;
  const users = new UserCache({
    clock,
    kind: team.kind,
    key,
    createUser: (credentials, id) =>
      new TokenUser({
        settings: team.withCredentials(credentials),
        id,
        tempoToken: credentials.tokens.get("TEMPO_API_TOKEN")?.text,
        key,
        upstream,
      }),
  });
  void users.evictIdle(ended.signal);
  return users;
}

/** The handler of requests to the public address. */
function createApp(parts: Parts): Handle {
  const { server, team, auth, metrics, storage, upstream, users, isLocal, clock, version, log } = parts;
  const { publicUrl, tls } = server;
  const { readOnly, toolSets } = team.common;
  const tools = toolsOf(toolSets).filter(({ set }) => set !== "team" || server.teamTools);
  const attempts = createAttemptLimit({ clock });
  const steps = createSteps({
    guards: {
      hosts: [...(publicUrl ? [publicUrl.hostname] : []), ...LOOPBACK],
      origins: isLocal ? LOOPBACK : [],
      path: "/mcp",
    },
    auth,
    resourceMetadataUrl: auth.resourceMetadataUrl,
    attempts,
    sources: createSources(attempts),
    isBehindProxy: tls === "proxy",
    users,
    anonymous: createBaseContext(team.common, parts.sandbox, upstream),
    createServer: (context, asksForReadOnly) =>
      createServer(context, {
        version,
        tools,
        readOnly: asksForReadOnly || readOnly,
        // Tempofiller-Read-Only makes them differ.
        listsDiffer: true,
        ...(auth.scopeChallenge && { scopeChallenge: auth.scopeChallenge }),
      }),
    metrics,
    log,
    key: storage.key,
  });
  return createEndpoint({ steps, metrics, log, requested: parts.requested });
}

async function start(parts: Parts): Promise<HttpServer> {
  const { server, sandbox, team, metrics, storage, isLocal, ended, clock, log } = parts;
  const { internalAddress, metricsToken, publicUrl, address, tls } = server;
  const draining = new AbortController();
  const health = (): Health => ({ isDraining: draining.signal.aborted, database: storage.database() });
  const internalHandle = internalEndpoint({ health, metrics: () => metrics.text(), metricsToken });
  const internal =
    internalAddress &&
    (await orClose(listen({ address: internalAddress, clock, handle: internalHandle, log }), parts));
  const certificate = tls === "proxy" ? undefined : tls;
  const isBehindProxy = tls === "proxy";
  const listener = await orClose(
    listen({ address, certificate, clock, handle: createApp(parts), isBehindProxy, metrics, log }),
    parts,
    internal,
  );
  const { url } = listener;
  const warning = openMetricsWarning(server);
  if (warning) log(warning, "warn");
  if (sandbox) log("this is the embedded Tempo: nothing is kept", "warn");
  log(`MCP is at ${publicUrl?.href ?? `${url}/mcp`}`);
  return {
    url,
    internalUrl: internal?.url,
    async drain() {
      draining.abort();
      log("draining: /readyz says so, soon no more requests are taken, and those in progress end");
      listener.announceEnd();
      if (!isLocal) await clock.sleep(NOTICE_MS);
      const longest = team.common.budget + GRACE_MS;
      const deadline = clock.now() + longest;
      await listener.drain(longest);
      await storage.writers.idle(deadline, clock);
      ended.abort();
      await storage.close();
      await internal?.drain(0);
      log("ended");
    },
  };
}

/** Closes all open parts if the listener cannot start: they would keep the process running without a client. */
async function orClose(
  starting: Promise<Listener>,
  { ended, storage }: Pick<Parts, "ended" | "storage">,
  internal?: Listener,
): Promise<Listener> {
  try {
    return await starting;
  } catch (error) {
    ended.abort();
    await internal?.drain(0);
    await storage.close();
    throw error;
  }
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
