import { write } from "node:fs";
import { workerData } from "node:worker_threads";
import { createJsonLog } from "./observability/log.ts";
import type { Watched } from "./watchdog.ts";

/** The file of the thread that `startWatchdog` starts. It shares nothing with the event loop but two numbers. */
const { beats, lookMs, maxSilentLooks }: Watched = workerData;

const STDERR = 2;

/** A line has this long to be written before the process ends. */
const WRITE_MS = 500;

let last = 0;
let silentLooks = 0;
while (silentLooks < maxSilentLooks) {
  Atomics.wait(beats, 1, 0, lookMs);
  const count = Atomics.load(beats, 0);
  silentLooks = count === last ? silentLooks + 1 : 0;
  last = count;
}
// Not waited for: a reader of the log that takes no more would keep this thread too.
const log = createJsonLog(Date.now, (line) => write(STDERR, line, () => {}));
const seconds = (maxSilentLooks * lookMs) / 1000;
log(
  `the event loop has stood still for ${seconds} s, so the process ends. Its supervisor starts a new one; please report this.`,
  "error",
);
Atomics.wait(beats, 1, 0, WRITE_MS);
// No other signal ends a process whose event loop stands still.
process.kill(process.pid, "SIGKILL");
