import type { Environment } from "../config/env.ts";
import type { Settings } from "../config/settings.ts";
import type { SandboxSeed } from "../sandbox/state.ts";
import type { ServerContext } from "../server/context.ts";
import type { FileWritersOptions } from "../state/file-writers.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { ApiClientOptions, Fetch } from "../tempo/http/client.ts";
import type { RateLimiter } from "../tempo/http/rate-limit.ts";
import type { Writers } from "../timesheet/call-context.ts";
import type { Clock } from "../timesheet/clock.ts";
import { SettingsError } from "../timesheet/errors.ts";
import type { Log } from "../timesheet/log.ts";
import type { Timesheet } from "../timesheet/port.ts";
import { systemClock, today } from "./clock.ts";
import { resolveConnection } from "./connection.ts";
import { createEvidence } from "./evidence.ts";
import { createStderrLog } from "./log.ts";
import { createRedactor } from "./redaction.ts";

/** Shared by all users of one server. */
export interface Shared {
  writers: Writers;
  /** A clock whose wall clock is never set: times of the journal are compared with it. */
  clock: Clock;
  log: Log;
}

/** A context before its timesheet is opened. */
export type BaseContext = Omit<ServerContext, "openTimesheet">;

/**
 * The timesheet is opened by the first call.
 *
 * @param shared undefined for a server of one user
 * @param env the environment of programs that the server starts
 */
export function createServerContext(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  shared?: Shared,
  env: Environment = {},
): ServerContext {
  const context = createBaseContext(settings, sandbox, shared, env);
  let timesheet: Promise<Timesheet> | undefined;
  let opened: Timesheet | undefined;
  return {
    ...context,
    today: (zone = opened?.knownProfile?.()?.timeZone) => today(zone),
    openTimesheet: async () => {
      timesheet ??= connectTimesheet(settings, sandbox, context.log);
      opened = await timesheet;
      return opened;
    },
  };
}

/** The context of a caller that opens the timesheet itself. */
export function createBaseContext(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  shared?: Shared,
  env: Environment = {},
): BaseContext {
  const redact = createRedactor(settings.secrets);
  const log: Log = shared ? (line) => shared.log(redact(line)) : createStderrLog(redact);
  return {
    settings,
    site: sandbox ? undefined : siteOf(settings.deployment),
    readView: async () => (await import("./read-view.ts")).readView(),
    clock: shared?.clock ?? systemClock,
    today,
    // The sandbox ends with the process, and so does what is known of it.
    writers:
      shared?.writers ??
      ownWriters({ clock: systemClock, folder: sandbox ? undefined : settings.stateFolder, log }),
    evidence: createEvidence(settings, { sandbox, isShared: shared !== undefined, env }),
    checkReplies: settings.debug,
    log,
    debug: settings.debug ? log : () => {},
    redact,
  };
}

function siteOf(deployment: Settings["deployment"]): string | undefined {
  if (deployment instanceof SettingsError) return undefined;
  return deployment.kind === "cloud" ? deployment.jiraUrl : deployment.baseUrl;
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

interface Sending {
  /** The data of the sandbox; the demo's if left out. */
  seed?: SandboxSeed;
  /** Default: the deployment's limiter. */
  rateLimiter?: RateLimiter;
  /** Observes the requests to Tempo and Jira. */
  wrapFetch?(fetch: Fetch): Fetch;
  tooManyRequests?: ApiClientOptions["tooManyRequests"];
}

/** A new timesheet, which remembers nothing of an earlier one. */
export async function connectTimesheet(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  log: Log,
  { seed, rateLimiter, wrapFetch = (fetch) => fetch, tooManyRequests }: Sending = {},
): Promise<Timesheet> {
  const { deployment, options } = await resolveConnection(settings, sandbox, log, seed);
  const { openTimesheet } = await import("../tempo/open-timesheet.ts");
  const sending = { ...(rateLimiter && { rateLimiter }), tooManyRequests };
  return openTimesheet(deployment, { ...sending, ...options, fetch: wrapFetch(options.fetch) });
}
