import { settingsInForce } from "../../config/in-force.ts";
import { listed } from "../../config/lists.ts";
import type { Settings } from "../../config/settings.ts";
import type { Warning } from "../../config/warnings.ts";
import { today } from "../../runtime/clock.ts";
import { type Connection, resolveConnection } from "../../runtime/connection.ts";
import { createEvidence } from "../../runtime/evidence.ts";
import { createStderrLog } from "../../runtime/log.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import { type Deployment, REGIONS } from "../../tempo/deployment.ts";
import { openTimesheet } from "../../tempo/open-timesheet.ts";
import { addDays, type DateRange } from "../../timesheet/dates.ts";
import { EvidenceError, type EvidenceScope, type EvidenceSource } from "../../timesheet/draft/evidence.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { dateInZone } from "../../timesheet/zones.ts";
import { checkStateFolder } from "../state-folder.ts";
import { DATA_CENTER_CHECKS, diagnose } from "./checks.ts";
import { MAX_DURATION_MS } from "./context.ts";
import type { Source } from "./host.ts";
import {
  type Check,
  type CheckName,
  type DoctorReport,
  type Finding,
  failed,
  type Output,
  ok,
  openReport,
  type Report,
  type ReportedSetting,
  skipped,
  unknown,
} from "./report.ts";

interface DoctorOptions extends Output {
  /** Undefined for the deployment in the settings. */
  sandbox: Deployment["kind"] | undefined;
}

/**
 * Reads only, and tries the state folder. A table is printed line by line, as checks finish. Returns the exit code: 0 only if no
 * check failed.
 */
export async function runDoctor(
  source: Source,
  { sandbox: asked, ...output }: DoctorOptions,
): Promise<number> {
  const sandbox = asked ?? source.host?.sandbox;
  const redact = createRedactor(source.settings.secrets);
  const report = openReport(sandbox ? {} : describeSources(source), redact, output);
  return report.end(await runAll(source, sandbox, createStderrLog(redact), report.add));
}

/** Returns the deployment, if the settings name one. */
async function runAll(
  { settings, env, host }: Source,
  sandbox: Deployment["kind"] | undefined,
  log: (line: string) => void,
  report: Report,
): Promise<Deployment["kind"] | undefined> {
  if (host) report({ check: "host", ...host.finding });
  if (host?.untried !== undefined) {
    report({ check: "settings", status: "failed", message: host.untried });
    reportSkipped([...ANY_DEPLOYMENT, "state"], "settings", report);
    return undefined;
  }
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
  if (settings.commands && !sandbox && !(connection instanceof SettingsError))
    report({ check: "token_command", ...ok(describeCommands(settings.commands.variables)) });
  for (const warning of sandbox ? [] : settings.warnings) report(describeRisk(warning));
  if (connection instanceof SettingsError) reportSkipped(ANY_DEPLOYMENT, "settings", report);
  else {
    const checksApprovals = settings.toolSets.has("approvals");
    const checksTeams = settings.toolSets.has("team");
    const diagnosis = { regions: REGIONS, isProxied, checksApprovals, checksTeams, today: today() };
    await diagnose(connection, diagnosis, report);
    await checkEvidence(settings, connection, { sandbox, env }, report);
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

/** A file that others can read is not failed: it may be a container's secret, whose mode cannot be changed. */
function describeRisk({ check, isFailure, message }: Warning): Check {
  return isFailure
    ? { check, status: "failed", message, code: "invalid_settings" }
    : { check, ...unknown(message) };
}

function describeCommands(variables: readonly string[]): string {
  const [command, token] =
    variables.length === 1 ? ["The command", "its token"] : ["The commands", "their tokens"];
  return `${command} in ${listed(variables)} gave ${token}.`;
}

function describeSettings(kind: Deployment["kind"], isSandbox: boolean, isProxied: boolean): string {
  const name = kind === "cloud" ? "Tempo Cloud" : "Tempo on Jira Data Center";
  if (isSandbox) return `No settings are needed: --sandbox uses built-in sample data (${name}).`;
  return `${name} is configured.${isProxied ? " Requests go through a proxy, except to hosts in NO_PROXY." : ""}`;
}

/** Needs no connection, so it is checked whatever else failed. Leaves nothing behind. */
export function state(folder: string | undefined, isSandbox: boolean): Finding {
  if (isSandbox) return ok("The sandbox keeps nothing, so no state folder is used.");
  if (folder === undefined) {
    return ok("TEMPO_STATE_DIR is off: what other processes log is not seen, and nothing is remembered.");
  }
  try {
    checkStateFolder(folder);
    return ok(`${folder} can be written to.`);
  } catch (error) {
    if (error instanceof SettingsError) return failed(error);
    throw error;
  }
}

/** The days back in which evidence is looked for. */
const DAYS = 7;

const NOT_OFFERED =
  "No host offers drafts, since TEMPO_TOOLSETS lacks draft: add it there. The command `tempofiller draft` works without it.";

/** Reads the evidence of the last days from each source of drafts that the settings name, apart from Jira. */
export async function checkEvidence(
  settings: Settings,
  { deployment, options }: Connection,
  access: Omit<Parameters<typeof createEvidence>[1], "isShared">,
  report: (check: Check) => void,
): Promise<void> {
  const evidence = createEvidence(settings, { ...access, isShared: false });
  const { clock } = options;
  const endDate = today();
  const range = { startDate: addDays(endDate, 1 - DAYS), endDate };
  const context = {
    timesheet: openTimesheet(deployment, options),
    clock,
    log() {},
    debug() {},
    signal: new AbortController().signal,
    deadline: clock.now() + MAX_DURATION_MS,
  };
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const scope = { zone, emails: evidence.emails, dates: range, showsPaths: true, context };
  let isSaid = settings.toolSets.has("draft");
  for (const source of await evidence.sources()) {
    if (source.name === "jira") continue;
    const finding = await read(source, range, scope);
    report({ check: source.name, ...(isSaid ? finding : withSentence(finding, NOT_OFFERED)) });
    isSaid = true;
  }
}

function withSentence({ status, message, ...rest }: Finding, sentence: string): Finding {
  return { ...rest, status: status === "ok" ? "unknown" : status, message: `${message} ${sentence}` };
}

async function read(source: EvidenceSource, range: DateRange, scope: EvidenceScope): Promise<Finding> {
  try {
    const {
      evidence,
      found,
      problems,
      hasWrongSetting = false,
      hints = [],
    } = await source.read(range, scope);
    const newest = Math.max(...evidence.map((it) => (it.kind === "meeting" ? it.start : it.at)));
    const last = evidence.length === 0 ? "" : `; the newest evidence is of ${dateInZone(scope.zone)(newest)}`;
    const summary = `In the last ${DAYS} days: ${found}${last}.`;
    const message = [summary, ...problems, ...hints].join(" ");
    if (hasWrongSetting) return { status: "failed", message, code: "invalid_settings" };
    return problems.length + hints.length === 0 ? ok(summary) : unknown(message);
  } catch (error) {
    if (error instanceof EvidenceError) return { status: "failed", message: error.message };
    throw error;
  }
}
