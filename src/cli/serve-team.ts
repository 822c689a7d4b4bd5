import { once } from "node:events";
import type { Environment } from "../config/env.ts";
import { systemClock } from "../runtime/clock.ts";
import { sendRequest } from "../runtime/connection.ts";
import { readServerSettings, unreadServerNames } from "../team/config/settings.ts";
import { createJsonLog } from "../team/observability/log.ts";
import { serveHttp } from "../team/serve.ts";
import { startWatchdog } from "../team/watchdog.ts";
import type { Deployment } from "../tempo/deployment.ts";
import { cancellation, logUnexpectedErrors } from "./shutdown.ts";
import { UsageError } from "./usage-error.ts";
import { VERSION } from "./version.ts";

interface ServeTeamOptions {
  /** HOST:PORT. */
  http: string | undefined;
  sandbox: Deployment["kind"] | undefined;
  env: Environment;
  write(line: string): void;
}

/**
 * Serves until the process is interrupted; then takes no more requests, and resolves when those in progress have ended.
 *
 * @throws UsageError, SettingsError if it cannot start
 */
export async function serveTeam({ http, sandbox, env, write }: ServeTeamOptions): Promise<void> {
  if (http === undefined) {
    throw new UsageError(
      "serve needs --http HOST:PORT, such as --http 127.0.0.1:8080. Your own MCP host starts tempofiller without a command.",
      "serve",
    );
  }
  const log = createJsonLog(() => systemClock.wallClock(), write);
  logUnexpectedErrors(log);
  const settings = readServerSettings(env, http);
  for (const message of unreadServerNames(env)) log(message, "warn");
  const ended = new AbortController();
  const beat = startWatchdog(systemClock, ended.signal, log);
  // It may be ended at any moment once it says that it listens.
  const interrupted = cancellation(log);
  try {
    const server = await serveHttp({
      server: settings,
      env,
      sandbox,
      version: VERSION,
      clock: systemClock,
      fetch: sendRequest,
      log,
      requested: beat,
    });
    if (!interrupted.aborted) await once(interrupted, "abort");
    await server.drain();
  } finally {
    ended.abort();
  }
}
