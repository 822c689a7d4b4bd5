import { test } from "vitest";
import { fuzzInputs } from "./fuzz.ts";

test("10,000 inputs by the schemas and mutations of them: no crash, no wrong write, every refusal readable", async () => {
  await fuzzInputs({ runs: 10_000, seed: 20260115 });
}, 120_000);
