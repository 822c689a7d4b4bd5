import { test } from "vitest";
import { runSubmissions } from "./run-submissions.ts";

test("with lost responses, kills, cancellations and other clients, a timesheet is submitted at most once, and each reply is true (a short run)", async () => {
  await runSubmissions({ runs: 250, seed: 20260115 });
}, 120_000);
