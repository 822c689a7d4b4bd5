import { test } from "vitest";
import { runScenarios } from "./run-scenarios.ts";

test("under every mix of faults nothing is stored twice, and nothing is reported wrong (a short run)", async () => {
  // So short a run is far from the average of many: one batch on a server that is silent most of the time tells.
  await runScenarios({ entries: 8_000, seed: 20260115, leastStored: 0.99 });
}, 60_000);
