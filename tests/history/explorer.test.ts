import { expect, test } from "vitest";
import type { Ledger } from "../../src/timesheet/ledger/ledger.ts";
import { play, type Run, runsOf, SCENARIOS } from "./explorer/explore.ts";

/** The requests of a run that may meet a fault: the first ones. EXPLORER_WRITES=4 has them all. */
const WRITES = Number(process.env.EXPLORER_WRITES ?? 2);

const LONGEST_MS = 600_000;

test.each(Object.entries(SCENARIOS))(
  "%s: no interleaving with two faults and an edit breaks a promise",
  async (_, calls) => {
    const failures: unknown[] = [];
    for (const isCloud of [true, false])
      for (const run of runsOf(isCloud, calls, WRITES)) {
        const broken = await play(run);
        if (broken.length > 0) failures.push(shown(run, broken));
      }
    expect(failures).toEqual([]);
  },
  LONGEST_MS,
);

/** Rules that are taken out of a ledger. */
const MUTANTS: Record<string, (ledger: Ledger) => void> = {
  "nothing is recovered": (ledger) => Object.assign(ledger, { inDoubt: () => [] }),
  "nothing is waited for": (ledger) => Object.assign(ledger, { decidableAt: () => 0 }),
  "a failure counts as never stored": (ledger) =>
    Object.assign(ledger, { lost: (sent: Parameters<Ledger["void"]>[0]) => ledger.void(sent) }),
  "entries are not remembered": (ledger) => Object.assign(ledger, { createsOf: () => [] }),
  "what existed before counts as new": (ledger) => {
    const { intend } = ledger;
    Object.assign(ledger, {
      intend: (...[intents, details]: Parameters<Ledger["intend"]>) =>
        intend.call(ledger, intents, { ...details, seen: [] }),
    });
  },
  "moves are not finished": (ledger) => Object.assign(ledger, { openMoves: () => [] }),
};

test.each(Object.entries(MUTANTS))(
  "the explorer finds it if %s",
  async (_, mutate) => {
    for (const calls of Object.values(SCENARIOS))
      for (const isCloud of [true, false])
        for (const run of runsOf(isCloud, calls, WRITES, 1))
          if ((await play({ ...run, mutate })).length > 0) return;
    expect.unreachable("no run breaks a promise without the rule");
  },
  LONGEST_MS,
);

function shown({ isCloud, faults, edit, before }: Run, broken: readonly string[]): object {
  return { deployment: isCloud ? "cloud" : "datacenter", faults: [...faults], edit, before, broken };
}
