import fc from "fast-check";
import { expect, test } from "vitest";
import { addTally, emptyTally, playScenario, scenarios } from "./harness.ts";

test("under every mix of faults, nothing is stored twice and nothing is reported wrong", async () => {
  const total = emptyTally();
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const tally = await playScenario(scenario);
      addTally(total, tally);
      const { storedTwice, successNotStored, failureStored } = tally;
      expect({ storedTwice, successNotStored, failureStored }).toEqual({
        storedTwice: 0,
        successNotStored: 0,
        failureStored: 0,
      });
    }),
    { numRuns: 60, seed: 20260115 },
  );
  process.stdout.write(`${JSON.stringify(total)}\n`);
}, 60_000);
