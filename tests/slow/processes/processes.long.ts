import { randomInt } from "node:crypto";
import pLimit from "p-limit";
import { expect, test } from "vitest";
import { randomFrom } from "../../helpers/random.ts";
import {
  interruptions,
  movesToKill,
  type Point,
  pairs,
  playFrozen,
  playInterruption,
  playMove,
  playPair,
  type Run,
} from "./runs.ts";
import { addTally, type Tally } from "./tally.ts";

const { KILLS = "1000", PAIRS = "200", MINUTES = "120", SEED = String(randomInt(2 ** 31)) } = process.env;

/** More than a move sends on either deployment. */
const MOVE_REQUESTS = 12;

/** Most runs only wait, for what may be stored late. */
const RUNS_AT_ONCE = Number(process.env.RUNS_AT_ONCE ?? 24);

const print = (line: string) => process.stdout.write(`${line}\n`);

/** A command in a shell waits for what is in doubt for five minutes. */
const MAX_MS = 320_000;

/** Whether a run is as it must be; prints it if not. */
function isSound(run: Run): boolean {
  const { twice, lost, falseReports, slowest } = run.tally;
  if (twice + lost + falseReports === 0 && slowest <= MAX_MS) return true;
  print(`wrong: ${JSON.stringify(run)}`);
  return false;
}

test.concurrent.each<["cloud" | "datacenter", Point]>([
  ["cloud", { write: 1, moment: "before the response" }],
  ["cloud", { write: 2, moment: "after the response" }],
  ["datacenter", { write: 3, moment: "before the response" }],
  ["datacenter", { write: 6, moment: "after the response" }],
])("a process that is frozen for 30 s writes nothing more: %s, %j", async (deployment, point) => {
  expect(isSound(await playFrozen({ deployment, point, frozen: 30_000 }))).toBe(true);
});

test("a move that is killed at any moment is made once by the same call, or both worklogs are named", async () => {
  const endsAt = Date.now() + Number(MINUTES) * 60_000;
  const results = new Map<string, number>();
  const wrong: string[] = [];
  await pLimit(RUNS_AT_ONCE).map(movesToKill(MOVE_REQUESTS), async (scenario) => {
    if (Date.now() > endsAt) return;
    const result = await playMove(scenario);
    if (result.startsWith("wrong")) wrong.push(`${JSON.stringify(scenario)} ${result}`);
    const kind = `${scenario.deployment}: ${result.split(":")[0]}`;
    results.set(kind, (results.get(kind) ?? 0) + 1);
  });
  print(`moves killed, ${[...results].map((it) => it.join(" ")).join(", ")}`);
  expect(wrong).toEqual([]);
});

test("however processes end or meet, nothing is stored twice and nothing is reported wrong", async () => {
  // Printed first, so that a run that is interrupted can be repeated.
  print(`seed ${SEED}`);
  const random = randomFrom(Number(SEED));
  const others = Math.ceil(Number(KILLS) / 10);
  const single = await interruptions(Number(KILLS), others, random);
  const plays = [
    ...single.map((scenario) => () => playInterruption(scenario)),
    ...pairs(Number(PAIRS), random).map((scenario) => () => playPair(scenario)),
  ];
  // The order mixes the kinds, so that a run that ends early has some of each.
  const order = plays
    .map((play) => ({ play, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ play }) => play);
  const endsAt = Date.now() + Number(MINUTES) * 60_000;
  const tallies = new Map<string, Tally>();
  const wrong: object[] = [];
  await pLimit(RUNS_AT_ONCE).map(order, async (play) => {
    if (Date.now() > endsAt) return;
    const run = await play();
    tallies.set(run.kind, addTally(tallies.get(run.kind), run.tally));
    if (!isSound(run)) wrong.push(run.scenario);
  });
  for (const [kind, tally] of [...tallies].sort()) print(`${kind}: ${JSON.stringify(tally)}`);
  expect(wrong).toEqual([]);
});
