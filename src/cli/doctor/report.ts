import type { SettingInForce } from "../../config/in-force.ts";
import type { DoctorOutput } from "../../generated/outputs.ts";
import type { TokenKind } from "../../tempo/diagnostic-timesheet.ts";
import { type ErrorCode, SettingsError, type TimesheetError } from "../../timesheet/errors.ts";

/**
 * `failed`: the message says what to do. `skipped`: a check that it needs failed; the message names that one. `unknown`: this
 * cannot be decided by reading alone; the message says where to look.
 */
export type CheckStatus = "ok" | "failed" | "skipped" | "unknown";

/** `host` is listed only if one is checked, `git`, `calendar` and `sessions` only if the settings name them, those from `address` to `clock` only with `--http`, `keychain` only if it has tokens, and `certificates`, `token_file`, `settings_file` and `environment` are listed only if something is wrong with them. */
export const TITLES = {
  host: "Host",
  settings: "Settings",
  keychain: "Keychain",
  certificates: "Certificates",
  token_file: "Token file",
  settings_file: "Settings file",
  environment: "Environment",
  jira_connection: "Jira connection",
  jira_token: "Jira token",
  tempo_connection: "Tempo connection",
  tempo_token: "Tempo token",
  region: "Tempo region",
  worklogs: "Worklogs",
  worker: "Worker",
  schedule: "Schedule",
  approvals: "Approvals",
  teams: "Teams",
  work_attributes: "Work attributes",
  expiry: "Token expiry",
  git: "Git",
  calendar: "Calendars",
  sessions: "Coding sessions",
  state: "State folder",
  address: "Address",
  tls: "TLS",
  access_keys: "Access keys",
  identity_provider: "Identity provider",
  database: "Database",
  clock: "Clock",
};

export type CheckName = keyof typeof TITLES;

export interface Finding {
  status: CheckStatus;
  /** Meant for users, not for programs: the wording may change. */
  message: string;
  code?: ErrorCode;
  /** Set only in `jira_token` on Cloud, once Jira has accepted the token. */
  tokenKind?: TokenKind;
}

export interface Check extends Finding {
  check: CheckName;
}

/** A setting in force, of the environment, the settings file, or the host's entry for the server. */
export interface ReportedSetting extends Omit<SettingInForce, "from"> {
  from: SettingInForce["from"] | "host";
}

/** The output of `tempofiller doctor --json`. Keys, check names and statuses are stable; new checks may be added. */
export interface DoctorReport extends DoctorOutput {
  settings?: ReportedSetting[];
  /** A check comes after those that it needs. */
  checks: Check[];
}

export function ok(message: string): Finding {
  return { status: "ok", message };
}

export function unknown(message: string): Finding {
  return { status: "unknown", message };
}

/** Several wrong settings get a line each. */
export function failed(error: TimesheetError, message = describe(error)): Finding {
  return { status: "failed", message, code: error.code };
}

function describe(error: TimesheetError): string {
  if (!(error instanceof SettingsError) || error.problems.length < 2) return error.message;
  return error.problems.map((problem) => `- ${problem}`).join("\n");
}

export function skipped(cause: CheckName): Finding {
  return { status: "skipped", message: `Skipped: depends on "${TITLES[cause]}".` };
}
