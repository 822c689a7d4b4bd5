import type { IncomingMessage, ServerResponse } from "node:http";
import { sendText } from "./responses.ts";

export interface Health {
  isDraining: boolean;
  /** `none` for a server without a database. */
  database: "ready" | "away" | "none";
}

/**
 * What only operators see: `/livez`, `/readyz` and `/metrics`. Tempo and Jira play no part in either probe: no restart helps if
 * they are away. Without its database a replica stays ready, since it still reads; it says so, and refuses to write.
 */
export function internalEndpoint(
  health: () => Health,
  metrics: () => string,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async ({ method, url }, response) => {
    if (method !== "GET" && method !== "HEAD") return sendText(response, 405, "text/plain", "Send GET.\n");
    switch (url?.split("?", 1)[0]) {
      case "/livez":
        return sendText(response, 200, "text/plain", "ok\n");
      case "/readyz": {
        const { isDraining, database } = health();
        const status = { ready: !isDraining, draining: isDraining, database };
        return sendText(response, isDraining ? 503 : 200, "application/json", `${JSON.stringify(status)}\n`);
      }
      case "/metrics":
        return sendText(response, 200, "text/plain; version=0.0.4; charset=utf-8", metrics());
      default:
        return sendText(response, 404, "text/plain", "Here are /livez, /readyz and /metrics.\n");
    }
  };
}
