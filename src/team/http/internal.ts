import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { digestOf } from "../auth/access-keys.ts";
import { bearerChallenge } from "../auth/authenticator.ts";
import { isLoopbackAddress, type ServerSettings } from "../config/settings.ts";
import type { Handle } from "./exchange.ts";
import { checkOneHost } from "./guards.ts";

export interface Health {
  isDraining: boolean;
  /** `none` for a server without a database. */
  database: "ready" | "away" | "none";
}

interface InternalOptions {
  health(): Health;
  metrics(): string;
  /** The token that `/metrics` asks for; undefined to show it to every client. */
  metricsToken: string | undefined;
}

/** The warning that every client can read `/metrics`; undefined if only this machine or holders of the token can. */
export function openMetricsWarning({
  internalAddress,
  metricsToken,
}: Pick<ServerSettings, "internalAddress" | "metricsToken">): string | undefined {
  if (!internalAddress || isLoopbackAddress(internalAddress) || metricsToken !== undefined) return undefined;
  const { host, port } = internalAddress;
  return (
    `Every client that can reach ${host}:${port} can read /metrics. Let only your monitoring reach it, or set ` +
    "TEMPOFILLER_METRICS_TOKEN_FILE."
  );
}

/**
 * Serves operators: `/livez`, `/readyz` and `/metrics`. Neither probe depends on Tempo and Jira, since no restart helps if they are
 * away. Without its database a replica stays ready, since it still reads; it says so, and refuses to write.
 */
export function internalEndpoint({ health, metrics, metricsToken }: InternalOptions): Handle {
  return async (request, response) => {
    const send = (status: number, text: string, type = "text/plain") => {
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
      response.end(text);
    };
    const refusal = checkOneHost(request);
    if (refusal) return send(refusal.status, `${refusal.message}\n`);
    const { method, url } = request;
    if (method !== "GET" && method !== "HEAD") return send(405, "Send GET.\n");
    switch (url?.split("?", 1)[0]) {
      case "/livez":
        return send(200, "ok\n");
      case "/readyz": {
        const { isDraining, database } = health();
        const status = { ready: !isDraining, draining: isDraining, database };
        return send(isDraining ? 503 : 200, `${JSON.stringify(status)}\n`, "application/json");
      }
      case "/metrics":
        if (metricsToken !== undefined && !hasToken(request, metricsToken)) {
          response.setHeader("www-authenticate", bearerChallenge({}));
          return send(401, "Send the token of the metrics: Authorization: Bearer TOKEN.\n");
        }
        return send(200, metrics(), "text/plain; version=0.0.4; charset=utf-8");
      default:
        return send(404, "Here are /livez, /readyz and /metrics.\n");
    }
  };
}

/** Compares hashes in constant time, so that the time reveals nothing of the token. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [, given = ""] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return timingSafeEqual(digestOf(given), digestOf(token));
}
