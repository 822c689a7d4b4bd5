import { closeSync, existsSync, ftruncateSync, futimesSync, openSync, rmSync } from "node:fs";
import type { Clock } from "../timesheet/clock.ts";
import { cancelledBeforeSending, leaseLost } from "../timesheet/not-sent.ts";
import type { CallScope } from "../timesheet/port.ts";
import { LEASE_FENCE_MS, LEASE_HEARTBEAT_MS, LEASE_POLL_MS } from "../timesheet/timeline.ts";
import { isCode } from "./files.ts";
import { isFree, LAST_NUMBER, numbersOf, pathOf, remove, writeLease } from "./lease-folder.ts";
import { gapSince, type Moment, momentOf } from "./moment.ts";
import type { HeldLease } from "./writers.ts";

/** Reports an error of the disk that does not keep a process from writing. */
type Report = (error: unknown) => void;

/**
 * A lease as files in a folder, `NAME.lease.1`, `NAME.lease.2` and so on: the process that creates the next number has it. A number is
 * created exclusively and not used again, so two processes cannot both have the highest one. The holder confirms it every
 * LEASE_HEARTBEAT_MS; the next number may be created once the highest is released, its process has ended, or it has expired.
 *
 * @returns undefined if another process has it until the scope's deadline
 * @throws CancelledError, or an error of the file system
 */
export async function acquireLease(
  folder: string,
  name: string,
  { signal, deadline }: CallScope,
  clock: Clock,
  report: Report = () => {},
): Promise<LeaseFile | undefined> {
  let lease: LeaseFile | undefined;
  try {
    for (;;) {
      const numbers = numbersOf(folder, name);
      const highest = Math.max(0, ...numbers);
      if (lease?.number === highest) {
        for (const old of numbers) if (old < highest) remove(pathOf(folder, name, old));
        const held = lease;
        lease = undefined;
        return held;
      }
      if (lease && lease.number < highest) {
        await lease.release();
        lease = undefined;
      } else if (!lease && (highest === 0 || isFree(pathOf(folder, name, highest), clock))) {
        if (highest === LAST_NUMBER) rmSync(pathOf(folder, name, highest), { force: true });
        else lease = create(folder, name, highest + 1, clock, report);
        if (lease) continue;
      }
      // A folder on a network may not list yet what was created, here or elsewhere.
      const wait = LEASE_POLL_MS * (0.2 + 0.8 * clock.random());
      if (clock.now() + wait >= deadline) return undefined;
      await clock.sleep(wait, signal);
      if (signal.aborted) throw cancelledBeforeSending();
    }
  } finally {
    await lease?.release();
  }
}

/** Undefined if another process was faster. */
function create(
  folder: string,
  name: string,
  number: number,
  clock: Clock,
  report: Report,
): LeaseFile | undefined {
  const path = pathOf(folder, name, number);
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if (isCode(error, "EEXIST")) return undefined;
    throw error;
  }
  const next = pathOf(folder, name, number + 1);
  const isFollowed = () => (number === LAST_NUMBER ? !existsSync(path) : existsSync(next));
  try {
    return new LeaseFile(number, { file, isFollowed }, clock, report);
  } catch (error) {
    closeSync(file);
    remove(path);
    throw error;
  }
}

class LeaseFile implements HeldLease {
  /** Greater than that of each lease before. */
  readonly number: number;
  readonly #file: number;
  readonly #isFollowed: () => boolean;
  readonly #clock: Clock;
  readonly #report: Report;
  readonly #ended = new AbortController();
  #heartbeatAt: Moment;
  #isLost = false;

  /** @throws an error of the file system; the file is then the caller's */
  constructor(
    number: number,
    { file, isFollowed }: { file: number; isFollowed: () => boolean },
    clock: Clock,
    report: Report,
  ) {
    this.number = number;
    this.#file = file;
    this.#isFollowed = isFollowed;
    this.#clock = clock;
    this.#report = report;
    this.#heartbeatAt = momentOf(clock);
    this.#write(false, this.#heartbeatAt);
    void this.#keepAlive();
  }

  mayWrite(): boolean {
    if (this.#ended.signal.aborted) return false;
    this.#isLost ||= gapSince(this.#heartbeatAt, this.#clock) > LEASE_FENCE_MS || this.#isFollowed();
    return !this.#isLost;
  }

  async confirm(): Promise<void> {
    if (!this.mayWrite()) throw leaseLost();
  }

  async release(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort("released");
    try {
      this.#write(true, this.#heartbeatAt);
    } catch (error) {
      this.#report(error);
      this.#abandon();
    }
    try {
      closeSync(this.#file);
    } catch (error) {
      this.#report(error);
    }
  }

  /** A confirmation that fails is tried again with the next one. */
  async #keepAlive(): Promise<void> {
    for (;;) {
      await this.#clock.sleep(LEASE_HEARTBEAT_MS, this.#ended.signal);
      if (!this.mayWrite()) return;
      const heartbeatAt = momentOf(this.#clock);
      try {
        this.#write(false, heartbeatAt);
        this.#heartbeatAt = heartbeatAt;
      } catch (error) {
        this.#report(error);
      }
    }
  }

  /** Leaves a file that is no lease and looks old, so that others need not wait until the lease has expired. */
  #abandon(): void {
    try {
      ftruncateSync(this.#file, 0);
      futimesSync(this.#file, 0, 0);
    } catch {
      // It expires.
    }
  }

  #write(isReleased: boolean, { wallClock }: Moment): void {
    writeLease(this.#file, isReleased, wallClock);
  }
}
