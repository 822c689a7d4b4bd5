import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Clock } from "../timesheet/clock.ts";
import type { Log } from "../timesheet/log.ts";

/** The time between two beats of the event loop, and between two looks of the watchdog. */
const BEAT_MS = 1000;

/** The number of looks without a beat between them after which the process ends. */
const MAX_SILENT_LOOKS = 10;

/** The data of the worker. */
export interface Watched {
  /** Shared: the first number counts the beats, the second never changes. */
  beats: Int32Array<SharedArrayBuffer>;
  lookMs: number;
  maxSilentLooks: number;
}

/**
 * Ends the process if its event loop stands still for ten seconds, from a thread of its own, so that a supervisor starts a new one: a
 * server that stands still serves no client, and cannot say so. Looks are counted rather than seconds, so a machine that sleeps or a
 * process that is frozen as a whole is no reason.
 *
 * @param signal aborted when the server ends
 * @returns a function that each request calls: a loop that is busy with many goes on
 */
export function startWatchdog(clock: Clock, signal: AbortSignal, log: Log): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const workerData: Watched = { beats, lookMs: BEAT_MS, maxSilentLooks: MAX_SILENT_LOOKS };
  const worker = new Worker(join(import.meta.dirname, "watchdog-worker.cjs"), { workerData });
  worker.unref();
  worker.once("error", ({ message }) =>
    log(`the watchdog has failed, so a server that stands still is not ended: ${message}`, "warn"),
  );
  const beat = () => {
    Atomics.add(beats, 0, 1);
  };
  void keepBeating(beat, clock, signal).then(() => worker.terminate());
  return beat;
}

async function keepBeating(beat: () => void, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    beat();
    await clock.sleep(BEAT_MS, signal);
  }
}
