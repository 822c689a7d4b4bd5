import { test } from "vitest";
import { runScenarios } from "./run-scenarios.ts";

test("under every mix of faults, nothing is stored twice and nothing is reported wrong (a short run)", async () => {
  // In so short a run, one batch on an upstream that hardly responds makes a difference.
  await runScenarios({ entries: 2_000, seed: 20260115, leastStored: 0.5 });
}, 60_000);
