import { styleText } from "node:util";
import { type Check, type CheckStatus, type DoctorReport, TITLES } from "./report.ts";

const MARKS: Record<CheckStatus, string> = { ok: "ok", failed: "FAILED", skipped: "skipped", unknown: "?" };

const STYLES = { ok: "green", failed: "red", skipped: "dim", unknown: "yellow" } as const;

const MARK_WIDTH = 9;
const TITLE_WIDTH = 18;
const MESSAGE_WIDTH = 80;

export function table({ version, checks }: DoctorReport, colour: boolean): string[] {
  return [
    `TempoFiller ${version}`,
    "",
    ...checks.flatMap((check) => row(check, colour)),
    "",
    verdict(checks),
  ];
}

function verdict(checks: Check[]): string {
  const failed = checks.filter(({ status }) => status === "failed");
  const [first] = failed;
  if (first) {
    const count = failed.length === 1 ? "One check" : `${failed.length} checks`;
    return `${count} failed. Fix "${TITLES[first.check]}" first, then run tempofiller doctor again.`;
  }
  // No API reports when a token expires, so that row is always unknown.
  const unknown = checks.filter(({ check, status }) => status === "unknown" && check !== "expiry");
  return unknown.length === 0
    ? "All checks passed."
    : `No check failed. See the rows marked ?: ${unknown.map(({ check }) => TITLES[check]).join(", ")}.`;
}

function row({ check, status, message }: Check, colour: boolean): string[] {
  const mark = MARKS[status].padEnd(MARK_WIDTH);
  const [first = "", ...others] = wrapped(message);
  return [
    `${colour ? styleText(STYLES[status], mark, { validateStream: false }) : mark}${TITLES[check].padEnd(TITLE_WIDTH)}${first}`,
    ...others.map((line) => " ".repeat(MARK_WIDTH + TITLE_WIDTH) + line),
  ];
}

/** The text may quote Tempo or Jira: control characters, which could drive the terminal, are removed. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.replaceAll(/\p{Cc}/gu, " ").split(/ +/)) {
    if (line !== "" && line.length + 1 + word.length > MESSAGE_WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
