import { test } from "vitest";
import { fuzzInputs } from "./fuzz.ts";

test("3,000 inputs derived from the schemas cause no crash and no wrong write, and every error is readable", async () => {
  await fuzzInputs({ runs: 3_000, seed: 20260115 });
}, 240_000);
