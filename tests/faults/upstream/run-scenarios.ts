import fc from "fast-check";
import { expect } from "vitest";
import { playScenario } from "./harness.ts";
import { type Scenario, scenarios } from "./scenario.ts";
import { addTally, emptyTally, type Tally } from "./tally.ts";

/** Scenarios have 1 to 120 entries, about thirty-five on average. */
const ENTRIES_PER_SCENARIO = 32;

/**
 * Posts about so many entries under every mix of faults, and fails on the first scenario in which something was stored
 * twice or reported wrong. Fast-check then prints the seed and the scenario.
 *
 * @returns what was seen, one line for each rate, fault, change, interruption and client
 */
export async function runScenarios({
  entries,
  seed,
  leastStored,
}: {
  entries: number;
  seed: number;
  /** The least share of entries that must be stored over all mixes of faults. */
  leastStored: number;
}): Promise<string> {
  const total = emptyTally();
  const byGroup = new Map<string, Tally>();
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const tally = await playScenario(scenario);
      const { overfullDays, storedTwice, successNotStored, failureStored } = tally;
      expect({ overfullDays, storedTwice, successNotStored, failureStored }).toEqual({
        overfullDays: 0,
        storedTwice: 0,
        successNotStored: 0,
        failureStored: 0,
      });
      for (const group of groupsOf(scenario)) {
        const soFar = byGroup.get(group) ?? emptyTally();
        addTally(soFar, tally);
        byGroup.set(group, soFar);
      }
      addTally(total, tally);
    }),
    // A scenario that takes this long hangs. Making it smaller would play it hundreds of times.
    { numRuns: Math.ceil(entries / ENTRIES_PER_SCENARIO), seed, timeout: 30_000, endOnFailure: true },
  );
  const groups = [...byGroup].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  const lines = [...groups, ["all", total] as const].map(([group, tally]) => summaryLine(group, tally));
  const summary = [...lines, `seed ${seed}`].join("\n");
  expect(total.entries, summary).toBeGreaterThanOrEqual(entries);
  expect(total.stored / total.entries, summary).toBeGreaterThanOrEqual(leastStored);
  return summary;
}

/** The rows of the table that a scenario counts for. A fault is named if it is the only one. */
function groupsOf({ deployment, rate, faults, lag, change, interruption, other }: Scenario): string[] {
  const [fault] = faults;
  return [
    `${deployment}, ${rate * 100} % of requests meet a fault`,
    ...(faults.length === 1 && rate > 0 ? [`only fault: ${fault}`] : []),
    `lists lag ${lag / 1000} s`,
    `Tempo changes: ${change}`,
    `first call: ${interruption.kind === "none" ? "not interrupted" : interruption.kind}`,
    `second client: ${other.client}`,
  ];
}

function summaryLine(group: string, tally: Tally): string {
  const {
    entries,
    batches,
    stored,
    unknown,
    failed,
    overfullDays,
    storedTwice,
    successNotStored,
    failureStored,
  } = tally;
  const ofFailedCalls = entries - stored - unknown - failed;
  const share = ((100 * stored) / entries).toFixed(2);
  return (
    `${group}: ${entries} entries in ${batches} batches, ${share} % stored, ${unknown} unknown, ${failed} not stored, ` +
    `${ofFailedCalls} in calls that failed as a whole; ` +
    `${overfullDays} days of more than 24 h, ${storedTwice} stored twice, ${successNotStored} successes not stored, ${failureStored} failures stored`
  );
}
