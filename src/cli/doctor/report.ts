import { styleText } from "node:util";
import type { SettingInForce } from "../../config/in-force.ts";
import { listed } from "../../config/lists.ts";
import type { DoctorOutput } from "../../generated/outputs.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import type { TokenKind } from "../../tempo/diagnostic-timesheet.ts";
import { printable } from "../../text/characters.ts";
import { padded, widthOf, wrapped } from "../../text/width.ts";
import { type ErrorCode, SettingsError, TimesheetError } from "../../timesheet/errors.ts";
import { VERSION } from "../version.ts";

/**
 * `failed`: the message says what to do. `skipped`: a check that it needs failed; the message names that one. `unknown`: this
 * cannot be decided by reading alone; the message says where to look.
 */
export type CheckStatus = "ok" | "failed" | "skipped" | "unknown";

/** `host` is listed only if one is checked, `git`, `calendar` and `sessions` only if the settings name them, those from `address` to `clock` only with `--http`, `token_command` only if one gave a token, and `certificates`, `token_file`, `settings_file` and `environment` are listed only if something is wrong with them. */
export const TITLES = {
  host: "Host",
  settings: "Settings",
  token_command: "Token command",
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

/** An error that is meant for users makes a check fail. */
async function findingOf(run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TimesheetError) return failed(error);
    throw error;
  }
}

export function skipped(cause: CheckName): Finding {
  return { status: "skipped", message: `Skipped: depends on "${TITLES[cause]}".` };
}

export interface CheckDefinition<Context> {
  check: CheckName;
  /** Checks earlier in the list. If one of them failed or was skipped, this one is skipped. */
  needs: CheckName[];
  /** @throws TimesheetError for a check that failed */
  run(context: Context): Promise<Finding>;
}

interface Outcome {
  check: Check;
  cause: CheckName | undefined;
}

/** Takes the results in the order of the list, each as soon as it and those before it are there. */
export type Report = (check: Check, cause?: CheckName) => void;

/** Runs each check as soon as those that it needs have passed. The results are in the order of the list. */
export async function runChecks<Context>(
  definitions: CheckDefinition<Context>[],
  context: Context,
  report: Report = () => {},
): Promise<Check[]> {
  const outcomes = new Map<CheckName, Promise<Outcome>>();

  async function outcomeOf({ check, needs, run }: CheckDefinition<Context>): Promise<Outcome> {
    const needed = await Promise.all(needs.map((name) => outcomes.get(name)));
    const cause = needed.find((outcome) => outcome?.cause)?.cause;
    if (cause) return { check: { check, ...skipped(cause) }, cause };
    const finding = await findingOf(() => run(context));
    return { check: { check, ...finding }, cause: finding.status === "failed" ? check : undefined };
  }

  for (const definition of definitions) outcomes.set(definition.check, outcomeOf(definition));
  const checks: Check[] = [];
  for (const outcome of outcomes.values()) {
    const { check, cause } = await outcome;
    report(check, check.status === "skipped" ? cause : undefined);
    checks.push(check);
  }
  return checks;
}

/** The form and place of the report. */
export interface Output extends Layout {
  json: boolean;
  /** Whether an option of the command names the profile. */
  isNamed?: boolean;
  print(line: string): void;
}

/** Prints checks as they finish, or all of them at the end as JSON. @param sources the settings that they are about */
export function openReport(
  sources: Pick<DoctorReport, "settings" | "settingsFile">,
  redact: (text: string) => string,
  { json, isNamed, print, ...layout }: Output,
) {
  const checks: Check[] = [];
  const folded: [CheckName, CheckName][] = [];
  const say = (lines: string[]) => {
    for (const line of lines) print(redact(line));
  };
  if (!json) say(heading({ version: VERSION, ...sources }, isNamed));
  return {
    /** @param cause the check that failed, for one that is skipped */
    add(check: Check, cause?: CheckName): void {
      checks.push(check);
      if (cause) folded.push([check.check, cause]);
      else if (!json) say(row(check, layout));
    },

    /** Returns the exit code: 0 only if no check failed. */
    end(deployment: Deployment["kind"] | undefined): number {
      const ok = checks.every(({ status }) => status !== "failed");
      const report: DoctorReport = {
        ok,
        version: VERSION,
        ...(deployment && { deployment }),
        ...sources,
        checks,
      };
      say(
        json ? [JSON.stringify(report, undefined, 2)] : [...skippedRow(folded, layout), "", verdict(checks)],
      );
      return ok ? 0 : 1;
    },
  };
}

export interface Layout {
  colour: boolean;
  /** Characters in a line. */
  width: number;
}

const MARKS: Record<CheckStatus, string> = { ok: "ok", failed: "FAILED", skipped: "skipped", unknown: "?" };

const STYLES = { ok: "green", failed: "red", skipped: "dim", unknown: "yellow" } as const;

const FROM = { environment: "environment", file: "settings file", host: "host" };

const MARK_WIDTH = 9;
const TITLE_WIDTH = 18;
const MIN_TEXT_WIDTH = 30;
const MAX_TEXT_WIDTH = 80;

/** The version, the settings in force, and an empty line. @param isNamed whether an option of the command names the profile */
export function heading(
  { version, settingsFile, settings }: Pick<DoctorReport, "version" | "settingsFile" | "settings">,
  isNamed = false,
): string[] {
  const title = [`TempoFiller ${version}`, ""];
  if (!settings) return title;
  const origin = ({ name, from }: ReportedSetting) =>
    isNamed && name === "TEMPO_PROFILE" && from === "environment" ? "--profile" : FROM[from];
  const rows = settings.map((each) => [each.name, each.value ?? "(set)", origin(each)] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => widthOf(row[column as 0 | 1]))));
  const file = settingsFile
    ? `${settingsFile.path || "none"}${settingsFile.exists ? "" : " (does not exist)"}`
    : "none (TEMPO_CONFIG_FILE is off)";
  return [
    ...title,
    `Settings file: ${file}`,
    ...rows.map(
      ([name, value, from]) =>
        `  ${name.padEnd(widths[0] ?? 0)}  ${padded(printable(value), widths[1] ?? 0)}  ${from}`,
    ),
    "",
  ];
}

export function row({ check, status, message }: Check, layout: Layout): string[] {
  const isNarrow = layout.width < MARK_WIDTH + TITLE_WIDTH + MIN_TEXT_WIDTH;
  const indent = isNarrow ? MARK_WIDTH : MARK_WIDTH + TITLE_WIDTH;
  const lines = message.split("\n").flatMap((line) => wrapped(line, textWidth(layout.width - indent)));
  if (isNarrow) return marked(status, [TITLES[check], ...lines], indent, "", layout);
  return marked(status, lines, indent, TITLES[check].padEnd(TITLE_WIDTH), layout);
}

/** All that were skipped, by the check that failed, in one row; nothing if none was. */
export function skippedRow(skipped: [check: CheckName, cause: CheckName][], layout: Layout): string[] {
  const causes = new Map<CheckName, string[]>();
  for (const [check, cause] of skipped) causes.set(cause, [...(causes.get(cause) ?? []), TITLES[check]]);
  if (causes.size === 0) return [];
  const groups = [...causes].map(
    ([cause, titles]) =>
      `${listed(titles)}, which depend${titles.length === 1 ? "s" : ""} on "${TITLES[cause]}"`,
  );
  const width = textWidth(layout.width - MARK_WIDTH, MAX_TEXT_WIDTH + TITLE_WIDTH);
  const lines = wrapped(`${groups.join("; ")}.`, width);
  return marked("skipped", lines, MARK_WIDTH, "", layout);
}

export function verdict(checks: Check[]): string {
  const failed = checks.filter(({ status }) => status === "failed");
  const [first] = failed;
  if (first) {
    const count = failed.length === 1 ? "One check" : `${failed.length} checks`;
    return `${count} failed. Fix "${TITLES[first.check]}" first, then run the doctor again.`;
  }
  // No API reports when a token expires, so that row is always unknown.
  const unknown = checks.filter(({ check, status }) => status === "unknown" && check !== "expiry");
  return unknown.length === 0
    ? "All checks passed."
    : `No check failed. See the rows marked ?: ${unknown.map(({ check }) => TITLES[check]).join(", ")}.`;
}

function marked(
  status: CheckStatus,
  [first = "", ...others]: string[],
  indent: number,
  title: string,
  { colour }: Layout,
): string[] {
  const mark = MARKS[status].padEnd(MARK_WIDTH);
  return [
    `${colour ? styleText(STYLES[status], mark, { validateStream: false }) : mark}${title}${first}`,
    ...others.map((line) => " ".repeat(indent) + line),
  ];
}

function textWidth(available: number, max = MAX_TEXT_WIDTH): number {
  return Math.min(Math.max(available, 1), max);
}
