import { randomInt } from "node:crypto";
import { expect, test, vi } from "vitest";

vi.mock("node:fs", async (original) => (await import("./disk.ts")).watchedFs(await original()));

const { runHistories } = await import("./run.ts");

/** HISTORY_SEED and HISTORY_KIND repeat a run; HISTORY_SHOWN says how many different failures are made small and shown. */
const { HISTORY_OPERATIONS = "20000", HISTORY_SEED, HISTORY_KIND, HISTORY_SHOWN = "5" } = process.env;

test(`no history refutes what was said of it (${HISTORY_OPERATIONS} operations)`, async () => {
  const seed = HISTORY_SEED === undefined ? randomInt(2 ** 31) : Number(HISTORY_SEED);
  const print = (text: string) => void process.stdout.write(text);
  // Printed first, so that a run that is interrupted can be repeated.
  print(`seed ${seed}\n`);
  const operations = Number(HISTORY_OPERATIONS);
  const broken = await runHistories({
    operations,
    seed,
    kind: HISTORY_KIND,
    shown: Number(HISTORY_SHOWN),
    print,
  });
  expect(broken, `promises broken, seed ${seed}`).toBe(0);
});
