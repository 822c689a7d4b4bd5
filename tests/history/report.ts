import type { Finding } from "./checker.ts";
import type { Call, History } from "./history.ts";
import type { Scenario } from "./scenario.ts";

/** The results of all runs of one kind. */
export interface Tally {
  runs: number;
  operations: number;
  /** Requests, calls of the file system and moments at which something went wrong. */
  faults: number;
  unknown: number;
  doubled: number;
  lost: number;
  false: number;
  raced: number;
  broken: number;
  /** The number of these that no reply and no log line names. */
  unsaid: number;
}

export const NOTHING: Tally = {
  runs: 0,
  operations: 0,
  faults: 0,
  unknown: 0,
  doubled: 0,
  lost: 0,
  false: 0,
  raced: 0,
  broken: 0,
  unsaid: 0,
};

export function addHistory(tally: Tally, { calls }: History, findings: readonly Finding[]): Tally {
  const count = (harm: Finding["harm"]) => findings.filter((finding) => finding.harm === harm).length;
  const operations = calls.filter(({ by }) => by !== "fault");
  return {
    runs: tally.runs + 1,
    operations: tally.operations + operations.length,
    faults: tally.faults + calls.length - operations.length + calls.flatMap(({ faults }) => faults).length,
    unknown:
      tally.unknown +
      calls.filter(
        ({ reply, claims }) => reply !== undefined && claims.some(({ says }) => says.startsWith("maybe")),
      ).length,
    doubled: tally.doubled + count("doubled"),
    lost: tally.lost + count("lost"),
    false: tally.false + count("false"),
    raced: tally.raced + count("raced"),
    broken: tally.broken + count("broken"),
    unsaid: tally.unsaid + findings.filter(({ isSaid }) => !isSaid).length,
  };
}

/** The number of times that each sort of fault was met. */
export function countFaults(counts: Map<string, number>, { calls }: History): void {
  const met = calls.flatMap(({ by, tool, faults }) =>
    by === "fault" ? [tool] : faults.map((fault) => fault.split(":")[0] ?? ""),
  );
  for (const fault of met) counts.set(fault, (counts.get(fault) ?? 0) + 1);
}

/** One line for each kind, and one for all. */
export function showTallies(tallies: ReadonlyMap<string, Tally>): string {
  const columns = Object.keys(NOTHING) as (keyof Tally)[];
  const all = [...tallies.values()].reduce(
    (sum, tally) =>
      Object.fromEntries(columns.map((column) => [column, sum[column] + tally[column]])) as unknown as Tally,
    NOTHING,
  );
  const row = (name: string, cells: readonly (string | number)[]) =>
    `${name.padEnd(38)}${cells.map((cell) => String(cell).padStart(12)).join("")}`;
  return [
    row("kind", columns),
    ...[...tallies, ["all", all] as const].map(([kind, tally]) =>
      row(
        kind,
        columns.map((column) => tally[column]),
      ),
    ),
  ].join("\n");
}

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
    `${seconds(call.from)} to ${seconds(call.to)} s  ${call.by.padEnd(13)} ${call.tool}${call.isCommand ? " in a shell" : ""} ${cut(call.args, WIDTH.args)}`,
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
