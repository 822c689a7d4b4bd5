import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLease } from "../../../src/state/lease-file.ts";
import type { Clock } from "../../../src/timesheet/clock.ts";

// A process that takes a lease again and again, beside others that do the same: node contend.ts FOLDER NAME

const ROUNDS = 15;
/** Time passes so much faster than it does, for a quick test; a process that is paused by others' load must still not lose its lease. */
const SPEED = 4;

const [folder = "", name = ""] = process.argv.slice(2);
const clock: Clock = {
  now: () => performance.now() * SPEED,
  // The wall clock of files runs at its usual speed: by a faster one, a new file would count as left behind.
  wallClock: () => Date.now(),
  machine: () => ({ uptime: performance.now() * SPEED }),
  random: Math.random,
  sleep: (milliseconds, signal) =>
    sleep(milliseconds / SPEED, undefined, signal && { signal }).catch(() => undefined),
};

const marker = join(folder, "held");
const scope = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY };
for (let round = 0; round < ROUNDS; round += 1) {
  const lease = await acquireLease(folder, "shared", scope, clock);
  // Fails if another process is between these lines too.
  closeSync(openSync(marker, "wx"));
  writeFileSync(marker, name);
  rmSync(marker);
  lease?.release();
}
process.stdout.write(`held ${ROUNDS} times, alone\n`);
