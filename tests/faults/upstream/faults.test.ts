import { test } from "vitest";
import { runScenarios } from "./run-scenarios.ts";

test("under every mix of faults, with a lagging and changing Tempo, kills, cancellations and a second client, nothing is stored twice and nothing is reported wrong (a short run)", async () => {
  await runScenarios({ entries: 3_000, seed: 20260115, leastStored: 0.85 });
}, 120_000);
