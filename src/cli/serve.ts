import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "../server/create-server.ts";
import { CloudTimesheet } from "../tempo/cloud-timesheet.ts";
import type { UpstreamOptions } from "../tempo/upstream.ts";
import { SettingsError } from "../timesheet/errors.ts";
import type { Timesheet } from "../timesheet/timesheet.ts";
import { tools } from "../tools/index.ts";
import { createLog, createRedaction } from "./log.ts";
import type { Settings } from "./settings.ts";
import { today } from "./today.ts";
import { VERSION } from "./version.ts";

/** Serves MCP on stdin and stdout until stdin ends. */
export function serve(settings: Settings, options: { sandbox: boolean }): void {
  const redact = createRedaction(settings.secrets);
  const log = createLog(redact);
  const upstream = {
    now: () => performance.now(),
    ...(settings.debug && { debug: log }),
  };
  const open = options.sandbox ? openSandbox : openDeployment;
  let timesheet: Promise<Timesheet> | undefined;
  const server = () =>
    createServer({
      version: VERSION,
      tools,
      openTimesheet: () => {
        timesheet ??= open(settings, upstream);
        return timesheet;
      },
      checkReplies: settings.debug,
      log,
      redact,
    });

  if (process.stdin.isTTY) {
    log(
      "waiting for an MCP host on stdin; `tempofiller --help` tells more, `tempofiller demo` shows it at work",
    );
  }
  serveStdio(server, { onerror: (error) => log(error.message) });
}

async function openDeployment(
  { deployment }: Settings,
  options: Omit<UpstreamOptions, "fetch">,
): Promise<Timesheet> {
  if (deployment instanceof SettingsError) throw deployment;
  return new CloudTimesheet(deployment, { ...options, fetch });
}

/** The embedded Tempo, in a chunk of its own that only `--sandbox` loads. Its address leads nowhere. */
async function openSandbox(_: Settings, options: Omit<UpstreamOptions, "fetch">): Promise<Timesheet> {
  const { createSandbox, demoSeed, SANDBOX_CREDENTIALS } = await import("../sandbox/index.ts");
  const sandbox = createSandbox(demoSeed(today()));
  const address = "https://sandbox.invalid";
  return new CloudTimesheet(
    { tempoUrl: address, jiraUrl: address, ...SANDBOX_CREDENTIALS },
    { ...options, fetch: sandbox.fetch },
  );
}
