import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runHostile } from "../faults/hostile/run-hostile.ts";

test("100,000 hostile bodies bring no secret into an output, stop the process nowhere and take no more than 300 MB", async () => {
  const seed = randomInt(2 ** 31);
  process.stdout.write(`seed ${seed}\n`);
  const { figures, megabytes } = await runHostile({ runs: 100_000, seed });
  process.stdout.write(`${figures}\n`);
  expect(megabytes).toBeLessThan(300);
}, 3_600_000);
