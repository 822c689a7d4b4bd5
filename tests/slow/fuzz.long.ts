import { randomInt } from "node:crypto";
import { test } from "vitest";
import { fuzzInputs } from "../faults/upstream/fuzz.ts";

test("100,000 inputs derived from the schemas cause no crash and no wrong write, and every error is readable", async () => {
  await fuzzInputs({ runs: 100_000, seed: randomInt(2 ** 31) });
});
