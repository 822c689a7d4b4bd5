import { randomInt } from "node:crypto";
import { test } from "vitest";
import { runScenarios } from "../protocol/faults/run-scenarios.ts";

test("under every mix of faults nothing is stored twice, and nothing is reported wrong (100,000 entries)", async () => {
  const summary = await runScenarios({ entries: 100_000, seed: randomInt(2 ** 31), leastStored: 0.995 });
  process.stdout.write(`${summary}\n`);
});
