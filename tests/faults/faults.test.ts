import { test } from "vitest";
import { runScenarios } from "./run-scenarios.ts";

test("under every mix of faults nothing is stored twice, and nothing is reported wrong (a short run)", async () => {
  await runScenarios({ entries: 8_000, seed: 20260115 });
}, 60_000);
