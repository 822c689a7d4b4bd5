import type { TokenKind } from "../../tempo/diagnostic-timesheet.ts";
import type { ErrorCode, TimesheetError } from "../../timesheet/errors.ts";

/**
 * `failed`: the message says what to do. `skipped`: a check that it needs failed; the message names that one. `unknown`: this
 * cannot be decided by reading alone; the message says where to look.
 */
export type CheckStatus = "ok" | "failed" | "skipped" | "unknown";

/** `certificates`, `token_file` and `settings_file` are listed only if something is wrong with them. */
export const TITLES = {
  settings: "Settings",
  certificates: "Certificates",
  token_file: "Token file",
  settings_file: "Settings file",
  jira_connection: "Jira connection",
  jira_token: "Jira token",
  tempo_connection: "Tempo connection",
  tempo_token: "Tempo token",
  region: "Tempo region",
  worklogs: "Worklogs",
  schedule: "Schedule",
  work_attributes: "Work attributes",
  expiry: "Token expiry",
  state: "State folder",
};

export type CheckName = keyof typeof TITLES;

export interface Finding {
  status: CheckStatus;
  /** For people; the wording may change. */
  message: string;
  code?: ErrorCode;
  /** In `jira_token` on Cloud, once Jira has accepted the token. */
  tokenKind?: TokenKind;
}

export interface Check extends Finding {
  check: CheckName;
}

/** What `tempofiller doctor --json` prints. Keys, check names and statuses are stable; new checks may be added. */
export interface DoctorReport {
  ok: boolean;
  version: string;
  /** Left out if the settings name none. */
  deployment?: "cloud" | "datacenter";
  /** A check comes after those that it needs. */
  checks: Check[];
}

export function ok(message: string): Finding {
  return { status: "ok", message };
}

export function unknown(message: string): Finding {
  return { status: "unknown", message };
}

export function failed(error: TimesheetError, message = error.message): Finding {
  return { status: "failed", message, code: error.code };
}

export function skipped(cause: CheckName): Finding {
  return { status: "skipped", message: `Skipped: depends on "${TITLES[cause]}".` };
}
