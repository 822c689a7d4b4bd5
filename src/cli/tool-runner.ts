import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import type { ToolRunner } from "../server/run-tool.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { UpstreamOptions } from "../tempo/upstream.ts";
import { SettingsError } from "../timesheet/errors.ts";
import type { Timesheet } from "../timesheet/timesheet.ts";
import { systemClock } from "./clock.ts";
import { createLog, createRedaction } from "./log.ts";
import { sandboxDeployment } from "./sandbox-deployment.ts";
import type { ProxySettings, Settings } from "./settings.ts";
import { today } from "./today.ts";

/**
 * What runs this process's tools, served or called from the shell. The timesheet is opened with the first call.
 *
 * @param sandbox the kind of embedded Tempo to use; without it, the deployment of the settings
 */
export function createToolRunner(settings: Settings, sandbox: Deployment["kind"] | undefined): ToolRunner {
  const redact = createRedaction(settings.secrets);
  const log = createLog(redact);
  const upstream = {
    fetch,
    clock: systemClock,
    timeout: settings.timeout,
    ...(settings.debug && { debug: log }),
  };
  let timesheet: Promise<Timesheet> | undefined;
  return {
    openTimesheet: () => {
      timesheet ??= sandbox ? openSandbox(sandbox, upstream) : openConfigured(settings, upstream);
      return timesheet;
    },
    budget: settings.budget,
    clock: systemClock,
    today,
    duplicates: settings.duplicates,
    structuredContent: settings.structuredContent,
    summaryFirst: settings.summaryFirst,
    turn: pLimit(1),
    checkReplies: settings.debug,
    log,
    redact,
  };
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
