import fc from "fast-check";
import { expect } from "vitest";
import { playEdits } from "./edit-harness.ts";
import type { EditTally } from "./edit-judge.ts";
import { editScenarios } from "./edit-scenario.ts";

/** Scenarios have 1 to 5 edits. */
const EDITS_PER_SCENARIO = 2.5;

/** Makes about so many edits under every mix of faults. Returns what was seen, in a line. */
export async function runEdits({ edits, seed }: { edits: number; seed: number }): Promise<string> {
  const total: EditTally = { edits: 0, changed: 0, unchanged: 0, unknown: 0, failed: 0, interrupted: 0 };
  await fc.assert(
    fc.asyncProperty(editScenarios, async (scenario) => {
      const tally = await playEdits(scenario);
      for (const key of Object.keys(total) as (keyof EditTally)[]) total[key] += tally[key];
    }),
    { numRuns: Math.ceil(edits / EDITS_PER_SCENARIO), seed, timeout: 30_000, endOnFailure: true },
  );
  const summary = `${JSON.stringify(total)}, seed ${seed}`;
  expect(total.edits, summary).toBeGreaterThanOrEqual(edits);
  expect(total.unknown / total.edits, summary).toBeLessThan(0.1);
  return summary;
}
