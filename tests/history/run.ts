import { randomInt } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../helpers/root.ts";
import { check, type Finding } from "./checker.ts";
import { MADE_TO_FAIL } from "./disk.ts";
import { generate } from "./generate.ts";
import type { Repertoire } from "./kind.ts";
import { play } from "./play.ts";
import { addHistory, countFaults, NOTHING, showHistory, showTallies, type Tally } from "./report.ts";
import type { Scenario } from "./scenario.ts";
import type { CreateState } from "./shared-state.ts";
import { shrink } from "./shrink.ts";

/** The means to play histories. */
interface Stage extends Repertoire {
  createState: CreateState;
  /** The command that repeats a run. */
  command: string;
}

interface RunOptions extends Stage {
  /** The least number of operations. */
  operations: number;
  seed: number;
  /** All of them in turn unless given. */
  kind: string | undefined;
  /** The most different failures that are made small and shown. */
  shown: number;
  print(text: string): void;
}

/** Plays histories of each kind in turn. Returns how often a promise was broken. */
async function runHistories(options: RunOptions): Promise<number> {
  const { operations, seed, kind, kinds: all, shown, print } = options;
  await warmUp();
  const kinds = kind === undefined ? Object.keys(all) : [kind];
  const tallies = new Map<string, Tally>();
  const faults = new Map<string, number>();
  const seen = new Map<string, number>();
  let done = 0;
  for (let run = 0; done < operations; run += 1) {
    const scenario = generate(kinds[run % kinds.length] as string, (seed + run) % 2 ** 31, options);
    const history = await playTolerant(scenario, options);
    const findings = check(history);
    const before = tallies.get(scenario.kind) ?? NOTHING;
    const after = addHistory(before, history, findings);
    tallies.set(scenario.kind, after);
    countFaults(faults, history);
    done += after.operations - before.operations;
    const [broken] = promisesBroken(scenario, findings);
    if (!broken) continue;
    const sortInKind = `${scenario.kind}: ${sortOf(broken)}`;
    const count = (seen.get(sortInKind) ?? 0) + 1;
    seen.set(sortInKind, count);
    if (count === 1 && seen.size <= shown)
      print(`\n${sortInKind}\n${await smallest(scenario, broken, options)}\n`);
  }
  for (const [sort, count] of seen) print(`${String(count).padStart(6)} × ${sort}\n`);
  print(`${showTallies(tallies)}\n`);
  print(`${[...faults].map(([fault, count]) => `${fault}: ${count}`).join(", ")}\n`);
  return [...seen.values()].reduce((sum, count) => sum + count, 0);
}

/** The violations that break a promise: any within the limits, and outside of them an internal error or no answer. */
function promisesBroken({ isWithinLimits }: Scenario, findings: readonly Finding[]): Finding[] {
  return findings.filter(({ harm }) => isWithinLimits || harm === "broken");
}

async function smallest(scenario: Scenario, broken: Finding, stage: Stage): Promise<string> {
  const isSame = (finding: Finding) => sortOf(finding) === sortOf(broken);
  const failing = await shrink(scenario, async (smaller) =>
    promisesBroken(smaller, check(await playTolerant(smaller, stage))).some(isSame),
  );
  const history = await playTolerant(failing, stage);
  return showHistory(failing, history, check(history), stage.command);
}

/** Failures that differ only in ids, entries and numbers are of one sort. */
function sortOf({ harm, what, call }: Finding): string {
  const plain = what
    .replaceAll(/\{.*\}/g, "…")
    .replaceAll(/\b[efpu]?\d[\d@.:-]*/g, "#")
    .replaceAll(/(#, )+#/g, "#");
  return `${harm}: ${plain.slice(0, 120)}${call ? ` (${call.tool})` : ""}`;
}

/** An error of the disk that nothing in the process has caught is logged there, and the process goes on. */
async function playTolerant(scenario: Scenario, { createState }: Stage): ReturnType<typeof play> {
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (error) => {
    if (!(error instanceof Error && error.message.includes(MADE_TO_FAIL))) throw error;
  });
  try {
    return await play(scenario, createState);
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
}

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

const FOLDERS = ["contract", "server", "state", "tempo", "text", "timesheet"];

/** Loads what calls load when they first need it: loading takes real time, during which virtual time would pass. */
async function warmUp(): Promise<void> {
  for (const folder of FOLDERS) {
    const path = join(ROOT, "src", folder);
    const names = await readdir(path, { recursive: true });
    for (const name of names.filter((it) => it.endsWith(".ts")))
      await import(/* @vite-ignore */ join(path, name));
  }
}
