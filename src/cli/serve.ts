import { setImmediate } from "node:timers/promises";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import pLimit from "p-limit";
import { createServer } from "../server/create-server.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { UpstreamOptions } from "../tempo/upstream.ts";
import { SettingsError } from "../timesheet/errors.ts";
import type { Timesheet } from "../timesheet/timesheet.ts";
import { tools } from "../tools/index.ts";
import { systemClock } from "./clock.ts";
import { createLog, createRedaction } from "./log.ts";
import { sandboxDeployment } from "./sandbox-deployment.ts";
import type { ProxySettings, Settings } from "./settings.ts";
import { today } from "./today.ts";
import { VERSION } from "./version.ts";

/**
 * Serves MCP on stdin and stdout until stdin ends.
 *
 * @param sandbox the kind of embedded Tempo to serve on; without it, the deployment of the settings
 */
export function serve(settings: Settings, sandbox: Deployment["kind"] | undefined): void {
  const redact = createRedaction(settings.secrets);
  const log = createLog(redact);
  const upstream = {
    fetch,
    clock: systemClock,
    timeout: settings.timeout,
    ...(settings.debug && { debug: log }),
  };
  const onePosting = pLimit(1);
  let timesheet: Promise<Timesheet> | undefined;
  const server = () =>
    createServer({
      version: VERSION,
      tools,
      openTimesheet: () => {
        timesheet ??= sandbox ? openSandbox(sandbox, upstream) : openConfigured(settings, upstream);
        return timesheet;
      },
      budget: settings.budget,
      clock: systemClock,
      today,
      duplicates: settings.duplicates,
      readOnly: settings.readOnly,
      structuredContent: settings.structuredContent,
      summaryFirst: settings.summaryFirst,
      turn: onePosting,
      checkReplies: settings.debug,
      log,
      redact,
    });

  // A host may close stderr; nobody reads the log then, and the server goes on.
  process.stderr.on("error", () => {});
  // A fault that nobody waits for is told, and the server goes on: hours may be on their way.
  process.on("unhandledRejection", (reason) => {
    log(`unexpected: ${reason instanceof Error ? reason.stack : reason}`);
  });
  // Where to go on from is not known then; Node's own report would not be redacted.
  process.on("uncaughtException", (error) => {
    log(`unexpected, so the server ends: ${error instanceof Error ? error.stack : error}`);
    process.exit(1);
  });
  if (process.stdin.isTTY) {
    log(
      "waiting for an MCP host on stdin; `tempofiller --help` tells more, `tempofiller demo` shows it at work",
    );
  }
  serveStdio(server, { onerror: (error) => log(`protocol: ${error.message.replaceAll(/\s+/g, " ")}`) });
}

async function openConfigured(
  { deployment, proxy }: Settings,
  options: Omit<UpstreamOptions, "pace">,
): Promise<Timesheet> {
  if (deployment instanceof SettingsError) throw deployment;
  if (proxy) await goThrough(proxy, deployment);
  const { openTimesheet } = await import("../tempo/deployment.ts");
  return openTimesheet(deployment, options);
}

async function goThrough(proxy: ProxySettings, deployment: Deployment): Promise<void> {
  const { useProxy } = await import("./proxy.ts");
  try {
    useProxy(proxy, deployment);
  } catch {
    throw new SettingsError(
      "The proxy of HTTPS_PROXY or HTTP_PROXY cannot be used: it must be an address such as http://proxy.example.com:8080.",
    );
  }
}

/** A timesheet on the embedded Tempo, in a chunk of its own that only `--sandbox` loads. */
async function openSandbox(
  kind: Deployment["kind"],
  options: Omit<UpstreamOptions, "pace">,
): Promise<Timesheet> {
  const { createSandbox, demoSeed, SANDBOX_CREDENTIALS } = await import("../sandbox/index.ts");
  const { openTimesheet } = await import("../tempo/deployment.ts");
  const sandbox = createSandbox(demoSeed(today()));
  return openTimesheet(sandboxDeployment(kind, SANDBOX_CREDENTIALS), {
    ...options,
    // Nobody else uses it, so there is no rate to keep to.
    pace: (send) => send(),
    async fetch(request) {
      // Gives other messages their turn, a cancellation above all, as a network would.
      await setImmediate();
      return sandbox.fetch(request);
    },
  });
}
