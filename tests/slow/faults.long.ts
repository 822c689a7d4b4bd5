import { randomInt } from "node:crypto";
import { test } from "vitest";
import { runScenarios } from "../protocol/faults/run-scenarios.ts";

test("under every mix of faults, nothing is stored twice and nothing is reported wrong (1,000,000 entries)", async () => {
  const seed = randomInt(2 ** 31);
  // Printed first, so that a run that is interrupted can be repeated.
  process.stdout.write(`seed ${seed}\n`);
  process.stdout.write(`${await runScenarios({ entries: 1_000_000, seed, leastStored: 0.9 })}\n`);
}, 7_200_000);
