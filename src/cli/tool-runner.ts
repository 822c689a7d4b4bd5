import pLimit from "p-limit";
import type { ToolRunner } from "../server/run-tool.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { Timesheet } from "../timesheet/timesheet.ts";
import { systemClock } from "./clock.ts";
import { createLog, createRedaction } from "./log.ts";
import type { Settings } from "./settings.ts";
import { targetOf } from "./target.ts";
import { today } from "./today.ts";

/**
 * What runs this process's tools, served or called from the shell. The timesheet is opened with the first call.
 *
 * @param sandbox the kind of embedded Tempo to use; without it, the deployment of the settings
 */
export function createToolRunner(settings: Settings, sandbox: Deployment["kind"] | undefined): ToolRunner {
  const redact = createRedaction(settings.secrets);
  const log = createLog(redact);
  let timesheet: Promise<Timesheet> | undefined;
  return {
    openTimesheet: () => {
      timesheet ??= openTarget(settings, sandbox, log);
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

async function openTarget(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  log: (line: string) => void,
): Promise<Timesheet> {
  const { deployment, options } = await targetOf(settings, sandbox, log);
  const { openTimesheet } = await import("../tempo/deployment.ts");
  return openTimesheet(deployment, options);
}
