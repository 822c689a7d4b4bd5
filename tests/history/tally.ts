import type { Finding } from "./checker.ts";
import type { History } from "./history.ts";

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
