import { type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { OAuthClientProvider as LegacyAuthProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { readServerSettings } from "../../src/team/config/settings.ts";
import { createJsonLog } from "../../src/team/observability/log.ts";
import { type HttpServer, serveHttp } from "../../src/team/serve.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { type AdjustableClock, adjustableClock } from "./adjustable-clock.ts";
import { type ClientKind, connectClient, type TestClient } from "./clients.ts";
import { freePort } from "./free-port.ts";
import { serveOnLoopback } from "./http-server.ts";
import { createTeamTempo, type TeamOptions, type TeamTempo } from "./team-tempo.ts";

export interface TeamServerOptions extends TeamOptions {
  /** Tempo Cloud unless given. */
  kind?: Deployment["kind"];
  /** The number of users; one unless given. */
  size?: number;
  env?: Record<string, string>;
  /** Behind a proxy, with a public URL that is its own. It then also needs a check of who may use it. */
  isPublic?: boolean;
  /** Replaces the network for requests to an identity provider. */
  identityProvider?: Fetch;
  /** Stands between the server and Tempo. */
  upstream?: (tempo: Fetch) => Fetch;
}

export interface TeamServer {
  url: URL;
  server: HttpServer;
  clock: AdjustableClock;
  tempo: TeamTempo;
  /** Requests that Tempo and Jira got. */
  upstreamRequests(): number;
  log(): Record<string, unknown>[];
  connect(
    headers: Record<string, string>,
    kind?: ClientKind,
    authProvider?: OAuthClientProvider,
  ): Promise<TestClient>;
  /** Sends one message as it is. */
  post(body: string | object, headers?: Record<string, string>): Promise<Response>;
}

/** The server over HTTP, for the running test: on loopback, with an embedded Tempo for each person. */
export async function startTeamServer(options: TeamServerOptions = {}): Promise<TeamServer> {
  const { kind = "cloud", size = 1, upstream = (fetch) => fetch } = options;
  const clock = adjustableClock();
  const port = options.isPublic ? await freePort() : 0;
  const tempo = createTeamTempo(kind, size, options);
  let requests = 0;
  const behind = upstream(tempo.fetch);
  const address = await serveOnLoopback((request) => {
    requests += 1;
    return behind(request);
  });
  const lines: string[] = [];
  const env = {
    ...(kind === "cloud"
      ? { JIRA_BASE_URL: address, TEMPO_API_URL: address, ATLASSIAN_API_URL: address }
      : { TEMPO_BASE_URL: address }),
    TEMPO_STATE_DIR: "off",
    ...(options.isPublic && {
      TEMPOFILLER_PUBLIC_URL: `http://127.0.0.1:${port}/mcp`,
      TEMPOFILLER_TLS: "proxy",
    }),
    ...options.env,
  };
  const server = await serveHttp({
    server: readServerSettings(env, `127.0.0.1:${port}`),
    env,
    sandbox: undefined,
    version: "3.0.0",
    clock,
    fetch: options.identityProvider ?? fetch,
    log: createJsonLog(
      () => systemClock.wallClock(),
      (line) => lines.push(line),
    ),
  });
  onTestFinished(() => {
    const drained = server.drain();
    // Proxies need this time to notice that the server drains.
    clock.advance(5000);
    return drained;
  });
  const url = new URL("/mcp", server.url);
  return {
    url,
    server,
    clock,
    tempo,
    upstreamRequests: () => requests,
    log: () => lines.map((line) => JSON.parse(line)),
    async connect(headers, client = "sdk 2.x, 2026-07-28 protocol", authProvider) {
      const requestInit = { headers };
      const transport =
        client === "sdk 1.x"
          ? new LegacyTransport(url, {
              requestInit,
              ...(authProvider && { authProvider: authProvider as LegacyAuthProvider }),
            })
          : new StreamableHTTPClientTransport(url, { requestInit, ...(authProvider && { authProvider }) });
      const connected = await connectClient(client, transport as Transport);
      onTestFinished(() => connected.close());
      return connected;
    },
    post: (body, headers = {}) =>
      fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}
