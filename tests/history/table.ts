import type { Finding } from "./checker.ts";
import type { Call, History } from "./history.ts";
import type { Scenario } from "./scenario.ts";

const WIDTH = { args: 110, fault: 90, reply: 170 };

/** A failing history, line by line: time, process, invocation, faults, reply, and what Tempo held then. */
export function showHistory(
  scenario: Scenario,
  history: History,
  findings: readonly Finding[],
  command: string,
): string {
  const { kind, seed, deployment, weather } = scenario;
  const start = history.calls[0]?.from ?? 0;
  const seconds = (at: number) => ((at - start) / 1000).toFixed(1).padStart(7);
  const lines = history.calls.flatMap((call) => [
    `${seconds(call.from)} to ${seconds(call.to)} s  ${call.by.padEnd(13)} ${call.tool} ${cut(call.args, WIDTH.args)}`,
    ...call.faults.map((fault) => `${INDENT}fault: ${cut(fault, WIDTH.fault)}`),
    `${INDENT}${replyOf(call)}`,
    ...call.log.map((line) => `${INDENT}log: ${cut(line.split("\n")[0] ?? "", WIDTH.reply)}`),
    `${INDENT}Tempo: ${call.held.join(" | ") || "nothing"}`,
  ]);
  return [
    ...findings.map(({ harm, what, isSaid }) => `${harm}${isSaid ? " (said)" : ""}: ${what}`),
    `${deployment}, ${JSON.stringify(weather)}`,
    ...lines,
    `${INDENT}in the end: ${history.worklogs.map(({ id, comment, date, hours }) => `${id} ${comment} ${date.slice(5)} ${hours} h`).join(" | ") || "nothing"}`,
    `Repeat: HISTORY_KIND="${kind}" HISTORY_SEED=${seed} HISTORY_OPERATIONS=1 ${command}`,
  ].join("\n");
}

const INDENT = " ".repeat(22);

function replyOf({ reply, code, by }: Call): string {
  if (by === "fault") return "";
  if (reply === undefined) return "no reply: the process is dead";
  return `${code ?? "ok"}: ${cut(reply.replaceAll("\n", " / "), WIDTH.reply)}`;
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width)}…` : text;
}
