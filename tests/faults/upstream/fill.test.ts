import { test } from "vitest";
import { runFills } from "./fill.ts";

test("days that are filled again and again under every mix of faults, with kills, cancellations and a second client, have the hours that they require, and every reply is true", async () => {
  await runFills({ numRuns: 25, seed: 20260115 });
}, 60_000);
