import { randomInt } from "node:crypto";
import { test } from "vitest";
import { runEdits } from "../faults/upstream/run-edits.ts";

/** EDITS makes another run; FAULT_SEED repeats one. */
const { EDITS = "10000", FAULT_SEED } = process.env;

test(`under every mix of faults, an edit loses no field, and its report is true (${EDITS} edits)`, async () => {
  const seed = FAULT_SEED ? Number(FAULT_SEED) : randomInt(2 ** 31);
  // Printed first, so that a run that is interrupted can be repeated.
  process.stdout.write(`seed ${seed}\n`);
  process.stdout.write(`${await runEdits({ edits: Number(EDITS), seed })}\n`);
}, 7_200_000);
