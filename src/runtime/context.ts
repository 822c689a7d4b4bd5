import type { Settings } from "../config/settings.ts";
import type { ServerContext } from "../server/context.ts";
import { fileWriters } from "../state/file-writers.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { Timesheet } from "../timesheet/port.ts";
import { systemClock } from "./clock.ts";
import { resolveConnection } from "./connection.ts";
import { createLog, createRedactor } from "./log.ts";
import { today } from "./today.ts";

/** The timesheet is opened by the first call. */
export function createServerContext(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
): ServerContext {
  const redact = createRedactor(settings.secrets);
  const log = createLog(redact);
  let timesheet: Promise<Timesheet> | undefined;
  return {
    openTimesheet: () => {
      timesheet ??= connect(settings, sandbox, log);
      return timesheet;
    },
    readView: async () => (await import("./read-view.ts")).readView(),
    budget: settings.budget,
    clock: systemClock,
    today,
    duplicates: settings.duplicates,
    checksPeriods: settings.toolSets.has("approvals"),
    startTime: settings.startTime,
    structuredContent: settings.structuredContent,
    summaryFirst: settings.summaryFirst,
    confirmation: settings.confirmation,
    // The embedded Tempo ends with the process, and so does what is known of it.
    writers: fileWriters({ clock: systemClock, folder: sandbox ? undefined : settings.stateFolder, log }),
    checkReplies: settings.debug,
    log,
    debug: settings.debug ? log : () => {},
    redact,
  };
}

async function connect(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  log: (line: string) => void,
): Promise<Timesheet> {
  const { deployment, options } = await resolveConnection(settings, sandbox, log);
  const { openTimesheet } = await import("../tempo/open-timesheet.ts");
  return openTimesheet(deployment, options);
}
