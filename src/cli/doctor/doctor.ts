import { TEMPO_REGIONS } from "../../config/regions.ts";
import type { Settings } from "../../config/settings.ts";
import type { Warning } from "../../config/warnings.ts";
import { type Connection, resolveConnection } from "../../runtime/connection.ts";
import { createLog, createRedactor } from "../../runtime/log.ts";
import { today } from "../../runtime/today.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { VERSION } from "../version.ts";
import { DATA_CENTER_CHECKS } from "./checks.ts";
import { diagnose } from "./diagnose.ts";
import { type Check, type DoctorReport, failed, ok, skipped, unknown } from "./report.ts";
import { state } from "./state.ts";
import { table } from "./table.ts";

interface DoctorOptions {
  /** Undefined for the deployment in the settings. */
  sandbox: Deployment["kind"] | undefined;
  json: boolean;
  print(line: string): void;
  colour: boolean;
}

/** Reads only, and tries the state folder. Returns the exit code: 0 only if no check failed. */
export async function runDoctor(settings: Settings, options: DoctorOptions): Promise<number> {
  const { sandbox, json, print, colour } = options;
  const redact = createRedactor(settings.secrets);
  const report = await createReport(settings, sandbox, createLog(redact));
  const lines = json ? [JSON.stringify(report, undefined, 2)] : table(report, colour);
  for (const line of lines) print(redact(line));
  return report.ok ? 0 : 1;
}

async function createReport(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  log: (line: string) => void,
): Promise<DoctorReport> {
  const risks = sandbox ? [] : settings.warnings.map(describeRisk);
  const last: Check = { check: "state", ...state(settings.stateFolder, sandbox !== undefined) };
  let connection: Connection;
  try {
    connection = await resolveConnection(settings, sandbox, log);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    // The settings name no deployment, so only the checks that any deployment has are listed: those of Data Center.
    const others = DATA_CENTER_CHECKS.map(({ check }) => ({ check, ...skipped("settings") }));
    return reportOf(undefined, [{ check: "settings", ...failed(error) }, ...risks, ...others, last]);
  }
  const { kind } = connection.deployment;
  const isProxied = settings.proxy !== undefined && !sandbox;
  const checks = await diagnose(connection, { regions: TEMPO_REGIONS, isProxied, today: today() });
  const configured = ok(describeSettings(kind, sandbox !== undefined, isProxied));
  return reportOf(kind, [{ check: "settings", ...configured }, ...risks, ...checks, last]);
}

function reportOf(kind: Deployment["kind"] | undefined, checks: Check[]): DoctorReport {
  return {
    ok: checks.every(({ status }) => status !== "failed"),
    version: VERSION,
    ...(kind && { deployment: kind }),
    checks,
  };
}

/** A file that others can read is not failed: it may be a container's secret, whose mode cannot be changed. */
function describeRisk({ risk, message }: Warning): Check {
  return risk === "tls_off"
    ? { check: "certificates", status: "failed", message, code: "invalid_settings" }
    : { check: risk === "shared_token_file" ? "token_file" : "settings_file", ...unknown(message) };
}

function describeSettings(kind: Deployment["kind"], isSandbox: boolean, isProxied: boolean): string {
  const name = kind === "cloud" ? "Tempo Cloud" : "Tempo on Jira Data Center";
  if (isSandbox) return `No settings are needed: --sandbox uses the embedded ${name}.`;
  return `${name} is configured.${isProxied ? " Requests go through a proxy, except to hosts in NO_PROXY." : ""}`;
}
