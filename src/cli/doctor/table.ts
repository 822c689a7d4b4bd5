import { styleText } from "node:util";
import { type Check, type CheckStatus, type DoctorReport, TITLES } from "./report.ts";

const MARKS: Record<CheckStatus, string> = { ok: "ok", failed: "FAILED", skipped: "skipped", unknown: "?" };

const STYLES = { ok: "green", failed: "red", skipped: "dim", unknown: "yellow" } as const;

const MARK_WIDTH = 9;
const TITLE_WIDTH = 18;
const MESSAGE_WIDTH = 80;

/** The report as lines of text, a check a row, its message broken into lines of a width that can be read. */
export function table({ version, checks }: DoctorReport, colour: boolean): string[] {
  const broken = checks.filter(({ status }) => status === "failed");
  const [first] = broken;
  // No API tells when a token expires, so that says nothing of this one.
  const unknown = checks.filter(({ check, status }) => status === "unknown" && check !== "expiry");
  const verdict = first
    ? `${broken.length === 1 ? "One check" : `${broken.length} checks`} failed. Mend ${TITLES[first.check]} first, ` +
      "then run tempofiller doctor again."
    : unknown.length > 0
      ? `Nothing failed. Look at what is marked ?: ${unknown.map(({ check }) => TITLES[check]).join(", ")}.`
      : "All is well.";
  return [`TempoFiller ${version}`, "", ...checks.flatMap((check) => row(check, colour)), "", verdict];
}

function row({ check, status, message }: Check, colour: boolean): string[] {
  const mark = MARKS[status].padEnd(MARK_WIDTH);
  const [first = "", ...others] = wrapped(message);
  return [
    `${colour ? styleText(STYLES[status], mark, { validateStream: false }) : mark}${TITLES[check].padEnd(TITLE_WIDTH)}${first}`,
    ...others.map((line) => " ".repeat(MARK_WIDTH + TITLE_WIDTH) + line),
  ];
}

/** A text in lines. Upstream's words may be part of it, so nothing that controls a terminal passes. */
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
