import { serveStdio } from "@modelcontextprotocol/server/stdio";
import pLimit from "p-limit";
import { createServer } from "../server/create-server.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { Timesheet } from "../timesheet/timesheet.ts";
import { tools } from "../tools/index.ts";
import { systemClock } from "./clock.ts";
import { createLog, createRedaction } from "./log.ts";
import type { Settings } from "./settings.ts";
import { targetOf } from "./target.ts";
import { VERSION } from "./version.ts";

/**
 * Serves MCP on stdin and stdout until stdin ends.
 *
 * @param sandbox the kind of embedded Tempo to serve on; without it, the deployment of the settings
 */
export function serve(settings: Settings, sandbox: Deployment["kind"] | undefined): void {
  const redact = createRedaction(settings.secrets);
  const log = createLog(redact);
  const onePosting = pLimit(1);
  let timesheet: Promise<Timesheet> | undefined;
  const server = () =>
    createServer({
      version: VERSION,
      tools,
      openTimesheet: () => {
        timesheet ??= openTarget(settings, sandbox, log);
        return timesheet;
      },
      budget: settings.budget,
      clock: systemClock,
      duplicates: settings.duplicates,
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
  if (process.stdin.isTTY) {
    log(
      "waiting for an MCP host on stdin; `tempofiller --help` tells more, `tempofiller demo` shows it at work",
    );
  }
  serveStdio(server, { onerror: (error) => log(`protocol: ${error.message.replaceAll(/\s+/g, " ")}`) });
}

async function openTarget(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  log: (line: string) => void,
): Promise<Timesheet> {
  const { deployment, options } = await targetOf(settings, sandbox, log);
  const { openTimesheet } = await import("../tempo/deployment.ts");
  return openTimesheet(deployment, options);
}
