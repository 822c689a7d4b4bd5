import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { runHistories, type Stage } from "./run.ts";
import type { CreateState } from "./shared-state.ts";

/** HISTORY_SEED and HISTORY_KIND repeat a run; HISTORY_SHOWN says how many different failures are made small and shown. */
const { HISTORY_OPERATIONS, HISTORY_SEED, HISTORY_KIND, HISTORY_SHOWN = "5" } = process.env;

const LONGEST_MS = 6 * 3_600_000;

interface Histories extends Omit<Stage, "createState"> {
  /** Called in the running test. */
  prepare(): Promise<CreateState>;
}

/** Plays histories until HISTORY_OPERATIONS operations, or as many as are usual. @param where the journals' place, for the title of the test */
export function testHistories(where: string, usually: string, histories: Histories): void {
  const operations = HISTORY_OPERATIONS ?? usually;
  const name = `no history refutes what was said of it, with journals ${where} (${operations} operations)`;
  test(name, { timeout: LONGEST_MS }, async () => {
    const seed = HISTORY_SEED === undefined ? randomInt(2 ** 31) : Number(HISTORY_SEED);
    const print = (text: string) => void process.stdout.write(text);
    // Printed first, so that a run that is interrupted can be repeated.
    print(`seed ${seed}\n`);
    const [kind, shown] = [HISTORY_KIND, Number(HISTORY_SHOWN)];
    const broken = await runHistories({
      ...histories,
      createState: await histories.prepare(),
      operations: Number(operations),
      seed,
      kind,
      shown,
      print,
    });
    expect(broken, `promises broken, seed ${seed}`).toBe(0);
  });
}
