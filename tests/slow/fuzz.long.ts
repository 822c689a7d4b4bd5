import { randomInt } from "node:crypto";
import { test } from "vitest";
import { fuzzInputs } from "../protocol/faults/fuzz.ts";

test("100,000 inputs by the schemas and mutations of them: no crash, no wrong write, every refusal readable", async () => {
  await fuzzInputs({ runs: 100_000, seed: randomInt(2 ** 31) });
});
