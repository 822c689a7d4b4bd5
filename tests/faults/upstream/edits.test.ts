import { test } from "vitest";
import { runEdits } from "./run-edits.ts";

test("under every mix of faults, with kills, cancellations and other clients, an edit loses no field, touches no foreign worklog, and its report is true (a short run)", async () => {
  await runEdits({ edits: 500, seed: 20260115 });
}, 120_000);
