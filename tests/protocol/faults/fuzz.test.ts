import { test } from "vitest";
import { fuzzInputs } from "./fuzz.ts";

test("10,000 inputs derived from the schemas cause no crash and no wrong write, and every error is readable", async () => {
  await fuzzInputs({ runs: 10_000, seed: 20260115 });
}, 120_000);
