import type { Settings } from "../config/settings.ts";
import type { ServerContext } from "../server/context.ts";
import type { FileWritersOptions } from "../state/file-writers.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { Fetch } from "../tempo/http/client.ts";
import type { RateLimiter } from "../tempo/http/rate-limit.ts";
import type { Clock } from "../timesheet/clock.ts";
import type { Timesheet } from "../timesheet/port.ts";
import type { Writers } from "../timesheet/writers.ts";
import { systemClock } from "./clock.ts";
import { resolveConnection } from "./connection.ts";
import { createStderrLog } from "./log.ts";
import { createRedactor } from "./redaction/redactor.ts";
import { today } from "./today.ts";

/** Shared by all users of one server. */
export interface Shared {
  writers: Writers;
  /** Its wall clock must never be set: times of the journal are compared with it. */
  clock: Clock;
  /** Default: the deployment's limiter. */
  rateLimiter?: RateLimiter;
  /** Watches the requests to Tempo and Jira. */
  wrapFetch?(fetch: Fetch): Fetch;
  log(line: string): void;
}

/**
 * The timesheet is opened by the first call.
 *
 * @param shared none for a server of one user
 */
export function createServerContext(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  shared?: Shared,
): ServerContext {
  const redact = createRedactor(settings.secrets);
  const log = shared ? (line: string) => shared.log(redact(line)) : createStderrLog(redact);
  let timesheet: Promise<Timesheet> | undefined;
  return {
    settings,
    openTimesheet: () => {
      timesheet ??= connect(settings, sandbox, log, shared);
      return timesheet;
    },
    readView: async () => (await import("./read-view.ts")).readView(),
    clock: shared?.clock ?? systemClock,
    today,
    // The sandbox ends with the process, and so does what is known of it.
    writers:
      shared?.writers ??
      ownWriters({ clock: systemClock, folder: sandbox ? undefined : settings.stateFolder, log }),
    checkReplies: settings.debug,
    log,
    debug: settings.debug ? log : () => {},
    redact,
  };
}

/** Keeps leases and journals in files, which the first call that writes opens. */
function ownWriters(options: FileWritersOptions): Writers {
  let opened: Promise<Writers> | undefined;
  return {
    async run(...call) {
      opened ??= import("../state/file-writers.ts").then(({ fileWriters }) => fileWriters(options));
      return (await opened).run(...call);
    },
  };
}

async function connect(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  log: (line: string) => void,
  { rateLimiter, wrapFetch = (fetch) => fetch }: Partial<Shared> = {},
): Promise<Timesheet> {
  const { deployment, options } = await resolveConnection(settings, sandbox, log);
  const { openTimesheet } = await import("../tempo/open-timesheet.ts");
  const fetch = wrapFetch(options.fetch);
  return openTimesheet(deployment, { ...(rateLimiter && { rateLimiter }), ...options, fetch });
}
