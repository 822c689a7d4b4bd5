import { styleText } from "node:util";
import { listed } from "../../config/lists.ts";
import { printable } from "../../text/characters.ts";
import { wrapped } from "../../text/wrapped.ts";
import {
  type Check,
  type CheckName,
  type CheckStatus,
  type DoctorReport,
  type ReportedSetting,
  TITLES,
} from "./report.ts";

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
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column as 0 | 1].length)));
  const file = settingsFile
    ? `${settingsFile.path || "none"}${settingsFile.exists ? "" : " (does not exist)"}`
    : "none (TEMPO_CONFIG_FILE is off)";
  return [
    ...title,
    `Settings file: ${file}`,
    ...rows.map(
      ([name, value, from]) =>
        `  ${name.padEnd(widths[0] ?? 0)}  ${printable(value).padEnd(widths[1] ?? 0)}  ${from}`,
    ),
    "",
  ];
}

export function row({ check, status, message }: Check, layout: Layout): string[] {
  const indent = MARK_WIDTH + TITLE_WIDTH;
  const lines = message.split("\n").flatMap((line) => wrapped(line, textWidth(layout.width - indent)));
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
  return Math.min(Math.max(available, MIN_TEXT_WIDTH), max);
}
