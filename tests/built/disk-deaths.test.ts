import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { expect, test } from "vitest";
import { readSettings } from "../../src/config/settings.ts";
import { createServerContext } from "../../src/runtime/context.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { tools } from "../../src/tools/index.ts";
import { CALLS, heldBy, type WritingCall } from "../faults/disk/calls.ts";
import { runCommand } from "../helpers/command.ts";
import { runTool } from "../helpers/run-tool.ts";
import { serveTempo } from "../helpers/served-tempo.ts";

/**
 * The n of the calls of the disk at which a command dies: all with DISK_SWEEP=full, all of one tool with its name, else one for each tool on
 * each deployment.
 */
const { DISK_SWEEP } = process.env;
const IS_FULL = DISK_SWEEP !== undefined;

/** More than any call makes. */
const MOST_CALLS = 200;

/** The deaths of one call that are tried at a time, and the calls: a command that is run again mostly waits. */
const AT_A_TIME = 4;
const CALLS_AT_A_TIME = IS_FULL ? 4 : 16;

/**
 * The most times that a command is run again until it has done its work: it may have to wait until Tempo shows what was sent. What it needs before is asked as
 * often: this process is Tempo too, and where many commands leave it too little of the processor, its answers come too late.
 */
const MAX_TRIES = 3;

const SHIM = join(import.meta.dirname, "../helpers/watched-disk.cjs");

const POSTED = { worklogs: [{ issueKey: "PROJ-7", date: "2026-01-06", hours: 1, description: "Wrong" }] };

/** `undo` deletes what was posted before. */
const UNDO: WritingCall = {
  ...(CALLS[0] as WritingCall),
  tool: "undo",
  prepare: async ({ call }) => {
    await call("bulk_post_worklogs", POSTED);
    return {};
  },
  expected: (CALLS[0] as WritingCall).expected.slice(1),
};

const FIVE_MINUTES_LATER = join(import.meta.dirname, "../helpers/five-minutes-later.cjs");

interface Death {
  deployment: Deployment["kind"];
  call: WritingCall;
  at: number;
}

/** Runs a command that dies at the n-th call of the disk, and then again. */
async function die({ deployment, call, at }: Death): Promise<{ hasDied: boolean; problems: string[] }> {
  const served = await serveTempo(deployment, { seed: call.options.seed ?? {} });
  const { sandbox, stateFolder: folder } = served;
  const env = { ...served.env, TEMPO_TOOLSETS: "fill,edit,approvals" };
  const { signal } = new AbortController();
  const args = await call.prepare({
    call: async (name, input) => {
      const tool = tools.find((it) => it.name === name);
      if (!tool) throw new Error(`There is no ${name}`);
      const run = () => runTool(tool, input, createServerContext(readSettings(env), undefined), { signal });
      let result = await run();
      for (let tries = 1; result.isError && tries < MAX_TRIES; tries += 1) result = await run();
      return result as never;
    },
  });
  let batch: string[] = [];
  const command = () =>
    call.tool === "undo" ? ["undo", "--yes", ...batch] : ["call", call.tool, JSON.stringify(args)];
  const death = { NODE_OPTIONS: `--require ${SHIM}`, DEATH_IN_FOLDER: folder, DEATH_AT_CALL: String(at) };
  const problems: string[] = [];
  const run = async (others: Record<string, string> = {}) => {
    const finished = await runCommand(command(), { env: { ...env, ...others } });
    if (/internal error/.test(finished.stdout + finished.stderr)) problems.push(finished.stderr);
    return finished;
  };
  const isDone = () => JSON.stringify(heldBy({ sandbox })) === JSON.stringify([...call.expected].sort());
  const { code } = await run(death);
  let said = "";
  for (let tries = 0; tries === 0 || (tries < MAX_TRIES && !isDone()); tries += 1) {
    // The requests of the dead process are decided by then.
    const { stdout, stderr } = await run({ NODE_OPTIONS: `--require ${FIVE_MINUTES_LATER}` });
    said = stdout + stderr;
    if (said.includes("in a minute")) await sleep(30_000);
    // A plan of which a part is done is another one, to be confirmed anew.
    const [, confirm] = /"confirm":"(\w+)"/.exec(stdout) ?? [];
    if (confirm !== undefined) Object.assign(args, { confirm });
    // The record that was cut off may be a later batch, so undo asks which one is meant.
    batch = /undo (--batch) (\d+)/.exec(said)?.slice(1) ?? batch;
  }
  if (!isDone()) problems.push(`Tempo holds ${heldBy({ sandbox }).join(", ")} after ${said}`);
  return {
    hasDied: code === null,
    problems: problems.map((it) => `${deployment}, ${call.tool} at ${at}: ${it}`),
  };
}

test("a command that dies at a call of the disk and is run again has done its work once", {
  timeout: IS_FULL ? 3_600_000 : 120_000,
}, async () => {
  const swept = [...CALLS, UNDO].filter(({ tool }) => !IS_FULL || ["full", tool].includes(DISK_SWEEP));
  const calls = swept.flatMap((call) =>
    (["cloud", "datacenter"] as const).map((deployment) => ({ deployment, call })),
  );
  const problems: string[] = [];
  let deaths = 0;
  const dieAt = async (death: Death) => {
    const died = await die(death);
    problems.push(...died.problems);
    deaths += died.hasDied ? 1 : 0;
    return died.hasDied;
  };
  await pLimit(CALLS_AT_A_TIME).map(calls, async (call, index) => {
    // Each is at another place of the call: before, at and after its requests.
    if (!IS_FULL) return dieAt({ ...call, at: 4 + 3 * index });
    let deathsOfCall = 0;
    for (let first = 1; first < MOST_CALLS; first += AT_A_TIME) {
      const places = Array.from({ length: AT_A_TIME }, (_, n) => first + n);
      const died = await Promise.all(places.map((at) => dieAt({ ...call, at })));
      deathsOfCall += died.filter(Boolean).length;
      if (died.includes(false)) break;
    }
    // A run that is ended early has told something too.
    const name = `${call.deployment}, ${call.call.tool}`;
    const found = problems.filter((it) => it.startsWith(`${name} at `));
    process.stderr.write(`${name}: ${deathsOfCall} deaths, ${found.length} problems\n`);
    return true;
  });
  if (IS_FULL) process.stderr.write(`${deaths} deaths\n`);
  expect(problems).toEqual([]);
  expect(deaths).toBeGreaterThan(8);
});
