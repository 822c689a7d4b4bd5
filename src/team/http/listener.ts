import { statSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import { MAX_FILE_BYTES, readNamedFile, whyUnreadable } from "../../config/text-file.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import type { Log } from "../../timesheet/log.ts";
import type { Address } from "../config/settings.ts";
import type { ServerMetrics } from "../observability/metrics.ts";
import { Connections } from "./connections.ts";
import type { Handle } from "./exchange.ts";

interface Certificate {
  certificateFile: string;
  keyFile: string;
}

interface ListenerOptions {
  address: Address;
  certificate?: Certificate | undefined;
  clock: Clock;
  handle: Handle;
  /** Whether all connections have the address of a proxy. */
  isBehindProxy?: boolean;
  metrics?: Pick<ServerMetrics, "observeConnections" | "connectionEnded">;
  log: Log;
}

export interface Listener {
  /** The URL of the address, with the port that was chosen for 0. */
  url: string;
  /** Lets each further response ask the client to close its connection. */
  announceEnd(): void;
  /** Accepts no more connections, and resolves when no request is in progress any more, or after `milliseconds`. */
  drain(milliseconds: number): Promise<void>;
}

/** Times in milliseconds. A proxy that keeps connections longer would send a request into one that is closing. */
const TIMEOUTS = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2000,
};

const MAX_HEADER_BYTES = 16 * 1024;

const DRAIN_POLL_MS = 50;

/** The interval of the check for a renewed certificate. */
const CERTIFICATE_CHECK_MS = 60_000;

/** @throws SettingsError if the address or the certificate cannot be used */
export async function listen({
  address,
  certificate,
  clock,
  handle,
  isBehindProxy = false,
  metrics,
  log,
}: ListenerOptions): Promise<Listener> {
  const ended = new AbortController();
  const connections = new Connections();
  metrics?.observeConnections(() => connections.size);
  let isDraining = false;
  const serve = (request: IncomingMessage, response: ServerResponse, isSecondTry = false) => {
    if (connections.begin(request, response)) {
      // Otherwise the client would send its next request into a server that is going away.
      if (isDraining) response.setHeader("connection", "close");
      void handle(request, response);
      // A busy process may see the next request before it sees that the last response has left.
    } else if (!isSecondTry) setImmediate(serve, request, response, true);
    // No client of MCP sends requests ahead.
    else request.socket.destroy();
  };
  const options = { ...TIMEOUTS, maxHeaderSize: MAX_HEADER_BYTES };
  const server = certificate ? secure(certificate, options, serve) : createServer(options, serve);
  // Node would ask for the body before anything is checked.
  server.on("checkContinue", serve);
  server.on("connection", (socket) => {
    const reason = connections.open(socket, isBehindProxy);
    if (reason) metrics?.connectionEnded(reason);
  });
  await started(server, address);
  void connections.endUnread(clock, ended.signal);
  if (certificate) void renewing(server as TlsServer, certificate, { clock, log, signal: ended.signal });
  const bound = server.address();
  const port = typeof bound === "object" && bound ? bound.port : address.port;
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  return {
    url: `${certificate ? "https" : "http"}://${host}:${port}`,
    announceEnd() {
      isDraining = true;
    },
    async drain(milliseconds) {
      isDraining = true;
      ended.abort();
      server.close();
      server.closeIdleConnections();
      const deadline = clock.now() + milliseconds;
      while (connections.in("in_progress").length > 0 && clock.now() < deadline)
        await clock.sleep(DRAIN_POLL_MS);
      // Clients keep connections open after their last response.
      server.closeAllConnections();
    },
  };
}

function secure(certificate: Certificate, options: ServerOptions, serve: RequestListener): TlsServer {
  try {
    return createTlsServer({ ...options, ...read(certificate), minVersion: "TLSv1.2" }, serve);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const { reason } = error as { reason?: string };
    throw new SettingsError(
      `The certificate in TEMPOFILLER_TLS_CERT_FILE or the key in TEMPOFILLER_TLS_KEY_FILE cannot be used (${reason ?? "unknown"}). ` +
        "Both must be PEM files, and the key must be that of the certificate.",
    );
  }
}

function started(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new SettingsError(
          `The server cannot listen on ${host}:${port} (${error.code}). Choose another address.`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
}

function read({ certificateFile, keyFile }: Certificate): { cert: string; key: string } {
  const content = (name: string, path: string) => readNamedFile(name, path, MAX_FILE_BYTES.certificates);
  return {
    cert: content("TEMPOFILLER_TLS_CERT_FILE", certificateFile),
    key: content("TEMPOFILLER_TLS_KEY_FILE", keyFile),
  };
}

/** Certificates are renewed every few weeks, by other programs. */
async function renewing(
  server: TlsServer,
  certificate: Certificate,
  { clock, log, signal }: Pick<ListenerOptions, "clock" | "log"> & { signal: AbortSignal },
): Promise<void> {
  let changedAt = changeOf(certificate);
  while (!signal.aborted) {
    await clock.sleep(CERTIFICATE_CHECK_MS, signal);
    try {
      const latest = changeOf(certificate);
      if (latest === changedAt) continue;
      server.setSecureContext(read(certificate));
      changedAt = latest;
      log("the certificate was renewed");
    } catch (error) {
      log(`the renewed certificate cannot be used, so the old one stays (${whyUnreadable(error)})`, "warn");
    }
  }
}

function changeOf({ certificateFile, keyFile }: Certificate): string {
  return [certificateFile, keyFile].map((path) => statSync(path).mtimeMs).join();
}
