import { settingsInForce } from "../../config/in-force.ts";
import { listed } from "../../config/lists.ts";
import type { KeptInKeychain } from "../../config/settings.ts";
import type { Warning } from "../../config/warnings.ts";
import { type Connection, resolveConnection } from "../../runtime/connection.ts";
import { createEvidence } from "../../runtime/evidence.ts";
import { createStderrLog } from "../../runtime/log.ts";
import { createRedactor } from "../../runtime/redaction/redactor.ts";
import { today } from "../../runtime/today.ts";
import { type Deployment, REGIONS } from "../../tempo/deployment.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { VERSION } from "../version.ts";
import { checkEvidence } from "./check-evidence.ts";
import { DATA_CENTER_CHECKS } from "./checks.ts";
import { diagnose } from "./diagnose.ts";
import {
  type Check,
  type CheckName,
  type DoctorReport,
  failed,
  ok,
  type ReportedSetting,
  skipped,
  unknown,
} from "./report.ts";
import type { Report } from "./run-checks.ts";
import type { Source } from "./source.ts";
import { state } from "./state.ts";
import { heading, type Layout, row, skippedRow, verdict } from "./table.ts";

interface DoctorOptions extends Layout {
  /** Undefined for the deployment in the settings. */
  sandbox: Deployment["kind"] | undefined;
  json: boolean;
  /** Whether an option of the command names the profile. */
  isNamed?: boolean;
  print(line: string): void;
}

/**
 * Reads only, and tries the state folder. A table is printed line by line, as checks finish. Returns the exit code: 0 only if no
 * check failed.
 */
export async function runDoctor(source: Source, options: DoctorOptions): Promise<number> {
  const { json } = options;
  const sandbox = options.sandbox ?? source.host?.sandbox;
  const redact = createRedactor(source.settings.secrets);
  const print = (lines: string[]) => {
    for (const line of lines) options.print(redact(line));
  };
  const sources = sandbox ? {} : describeSources(source);
  if (!json) print(heading({ version: VERSION, ...sources }, options.isNamed));
  const checks: Check[] = [];
  const folded: [CheckName, CheckName][] = [];
  const add: Report = (check, cause) => {
    checks.push(check);
    if (cause) folded.push([check.check, cause]);
    else if (!json) print(row(check, options));
  };
  const deployment = await runAll(source, sandbox, createStderrLog(redact), add);
  const report: DoctorReport = {
    ok: checks.every(({ status }) => status !== "failed"),
    version: VERSION,
    ...(deployment && { deployment }),
    ...sources,
    checks,
  };
  print(
    json ? [JSON.stringify(report, undefined, 2)] : [...skippedRow(folded, options), "", verdict(checks)],
  );
  return report.ok ? 0 : 1;
}

/** Returns the deployment, if the settings name one. */
async function runAll(
  { settings, env, host }: Source,
  sandbox: Deployment["kind"] | undefined,
  log: (line: string) => void,
  report: Report,
): Promise<Deployment["kind"] | undefined> {
  if (host) report({ check: "host", ...host.finding });
  if (host && !host.env) {
    reportSkipped(["settings", ...ANY_DEPLOYMENT, "state"], "host", report);
    return undefined;
  }
  const connection = await connect(settings, sandbox, log);
  const isProxied = settings.proxy !== undefined && !sandbox;
  report({
    check: "settings",
    ...(connection instanceof SettingsError
      ? failed(connection)
      : ok(describeSettings(connection.deployment.kind, sandbox !== undefined, isProxied))),
  });
  if (settings.kept && !sandbox) report({ check: "keychain", ...ok(describeKept(settings.kept)) });
  for (const warning of sandbox ? [] : settings.warnings) report(describeRisk(warning));
  if (connection instanceof SettingsError) reportSkipped(ANY_DEPLOYMENT, "settings", report);
  else {
    const checksApprovals = settings.toolSets.has("approvals");
    const checksTeams = settings.toolSets.has("team");
    const diagnosis = { regions: REGIONS, isProxied, checksApprovals, checksTeams, today: today() };
    await diagnose(connection, diagnosis, report);
    const evidence = createEvidence(settings, { sandbox, isShared: false, env });
    await checkEvidence(evidence, connection, today(), settings.toolSets.has("draft"), report);
  }
  report({ check: "state", ...state(settings.stateFolder, sandbox !== undefined) });
  return connection instanceof SettingsError ? undefined : connection.deployment.kind;
}

/** The checks to list if the deployment is unknown. Cloud has all of them, and more. */
const ANY_DEPLOYMENT = DATA_CENTER_CHECKS.map(({ check }) => check).filter(
  (check) => check !== "approvals" && check !== "teams",
);

function reportSkipped(names: CheckName[], cause: CheckName, report: Report): void {
  for (const check of names) report({ check, ...skipped(cause) }, cause);
}

async function connect(...args: Parameters<typeof resolveConnection>): Promise<Connection | SettingsError> {
  try {
    return await resolveConnection(...args);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

function describeSources({ env, file, host }: Source): Pick<DoctorReport, "settings" | "settingsFile"> {
  const ofHost = host?.env ?? {};
  const settings = settingsInForce(env, file).map(
    (setting): ReportedSetting =>
      setting.from === "environment" && ofHost[setting.name] === env[setting.name]
        ? { ...setting, from: "host" }
        : setting,
  );
  return { ...(file && { settingsFile: { path: file.path, exists: file.exists } }), settings };
}

const CHECK_OF = {
  shared_token_file: "token_file",
  shared_settings_file: "settings_file",
  unknown_setting: "settings_file",
  settings_lines: "settings_file",
  unread_variable: "environment",
  overridden_profile: "environment",
  certificates_file: "certificates",
} as const;

/** A file that others can read is not failed: it may be a container's secret, whose mode cannot be changed. */
function describeRisk({ risk, message }: Warning): Check {
  return risk === "tls_off"
    ? { check: "certificates", status: "failed", message, code: "invalid_settings" }
    : { check: CHECK_OF[risk], ...unknown(message) };
}

function describeKept({ variables, title }: KeptInKeychain): string {
  return `${listed(variables)} ${variables.length === 1 ? "was" : "were"} read from ${title}.`;
}

function describeSettings(kind: Deployment["kind"], isSandbox: boolean, isProxied: boolean): string {
  const name = kind === "cloud" ? "Tempo Cloud" : "Tempo on Jira Data Center";
  if (isSandbox) return `No settings are needed: --sandbox uses built-in sample data (${name}).`;
  return `${name} is configured.${isProxied ? " Requests go through a proxy, except to hosts in NO_PROXY." : ""}`;
}
