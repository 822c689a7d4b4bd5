import type { Settings } from "../../config/settings.ts";
import { type Connection, resolveConnection } from "../../runtime/connection.ts";
import { createLog, createRedactor } from "../../runtime/log.ts";
import { today } from "../../runtime/today.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { VERSION } from "../version.ts";
import { diagnose } from "./diagnose.ts";
import { REGIONS } from "./region.ts";
import { type Check, type CheckName, type DoctorReport, failed, firstFailed, ok, skipped } from "./report.ts";
import { table } from "./table.ts";

export interface DoctorOptions {
  /** The kind of embedded Tempo to examine; without it, the deployment of the settings. */
  sandbox: Deployment["kind"] | undefined;
  /** Prints the report for programs. */
  json: boolean;
  print(line: string): void;
  colour: boolean;
}

/** What every deployment is asked, and none of it can be where no deployment is named. */
const ALWAYS_ASKED: CheckName[] = [
  "jira_connection",
  "jira_token",
  "tempo_connection",
  "worklogs",
  "schedule",
  "work_attributes",
  "expiry",
];

/**
 * Looks for what keeps TempoFiller from working, and prints for each check what it found and what to do. Reads only.
 *
 * @returns the exit code: 0 only if no check failed
 */
export async function runDoctor(settings: Settings, options: DoctorOptions): Promise<number> {
  const { sandbox, json, print, colour } = options;
  const redact = createRedactor(settings.secrets);
  const report = await examine(settings, sandbox, createLog(redact));
  const lines = json ? [JSON.stringify(report, undefined, 2)] : table(report, colour);
  for (const line of lines) print(redact(line));
  return report.ok ? 0 : 1;
}

async function examine(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  log: (line: string) => void,
): Promise<DoctorReport> {
  let target: Connection;
  try {
    target = await resolveConnection(settings, sandbox, log);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return reportOf(undefined, [
      failed("settings", error),
      ...ALWAYS_ASKED.map((check) => skipped(check, "settings")),
    ]);
  }
  const { proxy } = settings;
  const isProxied = proxy !== undefined && !sandbox;
  const found = await diagnose(target, { regions: REGIONS, isProxied, today: today() });
  return reportOf(target.deployment.kind, [
    ok("settings", setUp(target.deployment, sandbox, isProxied)),
    ...found,
  ]);
}

function reportOf(kind: Deployment["kind"] | undefined, checks: Check[]): DoctorReport {
  return {
    ok: firstFailed(checks) === undefined,
    version: VERSION,
    ...(kind && { deployment: kind === "cloud" ? ("cloud" as const) : ("datacenter" as const) }),
    checks,
  };
}

function setUp({ kind }: Deployment, sandbox: Deployment["kind"] | undefined, isProxied: boolean): string {
  const name = kind === "cloud" ? "Tempo Cloud" : "Tempo on Jira Data Center";
  if (sandbox) return `The embedded ${name} of --sandbox, which needs none.`;
  return `${name} is set up.${isProxied ? " Requests go through a proxy, except to what NO_PROXY names." : ""}`;
}
