import { randomInt } from "node:crypto";
import { test } from "vitest";
import { runScenarios } from "../faults/upstream/run-scenarios.ts";

/** FAULT_ENTRIES makes a shorter run; FAULT_SEED repeats one. */
const { FAULT_ENTRIES = "1000000", FAULT_SEED } = process.env;

test(`under every mix of faults, nothing is stored twice and nothing is reported wrong (${FAULT_ENTRIES} entries)`, async () => {
  const seed = FAULT_SEED ? Number(FAULT_SEED) : randomInt(2 ** 31);
  // Printed first, so that a run that is interrupted can be repeated.
  process.stdout.write(`seed ${seed}\n`);
  process.stdout.write(`${await runScenarios({ entries: Number(FAULT_ENTRIES), seed, leastStored: 0.9 })}\n`);
}, 7_200_000);
