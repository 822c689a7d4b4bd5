import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runHostile } from "../faults/hostile/run-hostile.ts";
import { fuzzInputs } from "../faults/upstream/fuzz.ts";
import { runEdits } from "../faults/upstream/run-edits.ts";
import { runScenarios } from "../faults/upstream/run-scenarios.ts";
import { runSubmissions } from "../faults/upstream/run-submissions.ts";

/** FAULT_SEED repeats a run, and these make a run of another length; `-t` runs one of them. */
const { FAULT_SEED, FAULT_ENTRIES = "1000000", EDITS = "10000", RUNS = "1000" } = process.env;

const entries = Number(FAULT_ENTRIES);
const edits = Number(EDITS);
const runs = Number(RUNS);

test.each<[what: string, run: (seed: number) => Promise<unknown>]>([
  [`${entries} entries`, (seed) => runScenarios({ entries, seed, leastStored: 0.9 })],
  [`${edits} edits`, (seed) => runEdits({ edits, seed })],
  [`${runs} submissions`, (seed) => runSubmissions({ runs, seed })],
  ["100000 inputs derived from the schemas", (seed) => fuzzInputs({ runs: 100_000, seed })],
  [
    "100000 hostile bodies, in 300 MB,",
    async (seed) => {
      const { figures, megabytes } = await runHostile({ runs: 100_000, seed });
      expect(megabytes).toBeLessThan(300);
      return figures;
    },
  ],
])(
  "%s keep what the short runs of tests/faults/ keep",
  async (_, run) => {
    const seed = FAULT_SEED ? Number(FAULT_SEED) : randomInt(2 ** 31);
    // Printed first, so that a run that is interrupted can be repeated.
    process.stdout.write(`seed ${seed}\n`);
    process.stdout.write(`${await run(seed)}\n`);
  },
  7_200_000,
);
