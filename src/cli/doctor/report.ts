import type { ErrorCode, TimesheetError } from "../../timesheet/errors.ts";

/**
 * - `ok`: as it should be.
 * - `failed`: not as it should be; the message says what to do.
 * - `skipped`: not looked at, since another check failed; the message names that one.
 * - `unknown`: no question that only reads can tell; the message says where to look.
 */
export type CheckStatus = "ok" | "failed" | "skipped" | "unknown";

/** What each check is called in a table; `tempo_token` and `region` are Cloud's alone. */
export const TITLES = {
  settings: "Settings",
  jira_connection: "Jira connection",
  jira_token: "Jira token",
  tempo_connection: "Tempo connection",
  tempo_token: "Tempo token",
  region: "Tempo region",
  worklogs: "Worklogs",
  schedule: "Schedule",
  work_attributes: "Work attributes",
  expiry: "Expiry of tokens",
};

export type CheckName = keyof typeof TITLES;

/** What one check found, and what to do. */
export interface Check {
  check: CheckName;
  status: CheckStatus;
  /** For people; its words may change. */
  message: string;
  /** Why it failed, by the same names as the errors of tools. */
  code?: ErrorCode;
}

/**
 * What `tempofiller doctor --json` prints. The keys, the names of the checks and the statuses are stable; new checks may
 * come.
 */
export interface DoctorReport {
  /** Whether no check failed. */
  ok: boolean;
  /** TempoFiller's. */
  version: string;
  /** Left out where the settings name none. */
  deployment?: "cloud" | "datacenter";
  /** In the order in which they build on each other. */
  checks: Check[];
}

export function ok(check: CheckName, message: string): Check {
  return { check, status: "ok", message };
}

export function unknown(check: CheckName, message: string): Check {
  return { check, status: "unknown", message };
}

/** @param message other words than the error's own, where more is known than it says */
export function failed(check: CheckName, { code, message: words }: TimesheetError, message = words): Check {
  return { check, status: "failed", message, code };
}

/** @param cause the check whose failure leaves this one without a ground */
export function skipped(check: CheckName, cause: CheckName): Check {
  return { check, status: "skipped", message: `Needs what failed above: ${TITLES[cause]}.` };
}

/** The first check that failed, which is the one to mend first. */
export function firstFailed(checks: Check[]): Check | undefined {
  return checks.find(({ status }) => status === "failed");
}
