import { randomInt } from "node:crypto";
import { test } from "vitest";
import { runSubmissions } from "../faults/upstream/run-submissions.ts";

/** RUNS makes another number of runs; FAULT_SEED repeats one. */
const { RUNS = "1000", FAULT_SEED } = process.env;

test(`under every mix of faults, a timesheet is submitted at most once, and each reply is true (${RUNS} runs)`, async () => {
  const seed = FAULT_SEED ? Number(FAULT_SEED) : randomInt(2 ** 31);
  // Printed first, so that a run that is interrupted can be repeated.
  process.stdout.write(`seed ${seed}\n`);
  process.stdout.write(`${await runSubmissions({ runs: Number(RUNS), seed })}\n`);
}, 7_200_000);
