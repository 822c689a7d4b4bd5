import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Clock } from "../timesheet/clock.ts";
import { cancelledBeforeSending, leaseLost } from "../timesheet/not-sent.ts";
import type { CallScope } from "../timesheet/port.ts";
import { LEASE_EXPIRY_MS, LEASE_FENCE_MS, LEASE_HEARTBEAT_MS, LEASE_POLL_MS } from "../timesheet/timeline.ts";
import { isCode } from "./file-errors.ts";
import { gapSince, type Moment, momentOf } from "./moment.ts";
import type { HeldLease } from "./writers.ts";

/** `heartbeatAt` is the wall clock, in milliseconds since 1970. */
interface LeaseContent {
  pid: number;
  host: string;
  heartbeatAt: number;
  isReleased: boolean;
}

/** Content is padded to this length, so that a new one replaces the old one in a single write; the host is cut to fit. */
const LENGTH = 256;

const HOST = hostname().slice(0, 100);

/**
 * A lease as files in a folder, `NAME.lease.1`, `NAME.lease.2` and so on: whoever creates the next number has it. A number is
 * created exclusively and never used again, so two processes cannot both have the highest one. The holder confirms it every
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
): Promise<HeldLease | undefined> {
  for (;;) {
    const highest = highestOf(folder, name);
    if (highest === 0 || isFree(pathOf(folder, name, highest), clock)) {
      const lease = tryCreate(folder, name, highest + 1, clock);
      if (lease) return lease;
      continue;
    }
    const wait = LEASE_POLL_MS * (0.2 + 0.8 * clock.random());
    if (clock.now() + wait >= deadline) return undefined;
    await clock.sleep(wait, signal);
    if (signal.aborted) throw cancelledBeforeSending();
  }
}

function tryCreate(folder: string, name: string, number: number, clock: Clock): HeldLease | undefined {
  let file: number;
  try {
    file = openSync(pathOf(folder, name, number), "wx", 0o600);
  } catch (error) {
    if (isCode(error, "EEXIST")) return undefined;
    throw error;
  }
  const held = new HeldFile(file, pathOf(folder, name, number + 1), clock);
  const numbers = numbersOf(folder, name);
  if (Math.max(...numbers) !== number) {
    void held.release();
    return undefined;
  }
  for (const old of numbers) if (old < number) remove(pathOf(folder, name, old));
  return held;
}

class HeldFile implements HeldLease {
  readonly #file: number;
  readonly #next: string;
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  #heartbeatAt: Moment;
  #isLost = false;

  constructor(file: number, next: string, clock: Clock) {
    this.#file = file;
    this.#next = next;
    this.#clock = clock;
    this.#heartbeatAt = momentOf(clock);
    this.#write(false);
    void this.#keepAlive();
  }

  mayWrite(): boolean {
    this.#isLost ||= gapSince(this.#heartbeatAt, this.#clock) > LEASE_FENCE_MS || existsSync(this.#next);
    return !this.#isLost && !this.#ended.signal.aborted;
  }

  async confirm(): Promise<void> {
    if (!this.mayWrite()) throw leaseLost();
  }

  async release(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#write(true);
    closeSync(this.#file);
  }

  async #keepAlive(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await this.#clock.sleep(LEASE_HEARTBEAT_MS, this.#ended.signal);
      if (!this.mayWrite()) return;
      this.#heartbeatAt = momentOf(this.#clock);
      this.#write(false);
    }
  }

  #write(isReleased: boolean): void {
    const content: LeaseContent = {
      pid: process.pid,
      host: HOST,
      heartbeatAt: this.#heartbeatAt.wallClock,
      isReleased,
    };
    writeSync(this.#file, JSON.stringify(content).padEnd(LENGTH), 0);
  }
}

function isFree(path: string, clock: Clock): boolean {
  let content: LeaseContent | undefined;
  try {
    content = parseContent(readFileSync(path, "utf8"));
  } catch (error) {
    return isCode(error, "ENOENT") ? false : isAbandoned(path, clock);
  }
  if (!content) return isAbandoned(path, clock);
  if (content.isReleased || Math.abs(clock.wallClock() - content.heartbeatAt) > LEASE_EXPIRY_MS) return true;
  return content.host === HOST && !isRunning(content.pid);
}

/** Undefined for what is not the content of a lease: it was not written yet, or the disk has lost it. */
function parseContent(text: string): LeaseContent | undefined {
  try {
    const content = JSON.parse(text) as Partial<LeaseContent> | null;
    return typeof content?.heartbeatAt === "number" ? (content as LeaseContent) : undefined;
  } catch {
    return undefined;
  }
}

function isAbandoned(path: string, clock: Clock): boolean {
  try {
    return Math.abs(clock.wallClock() - statSync(path).mtimeMs) > LEASE_EXPIRY_MS;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isCode(error, "ESRCH");
  }
}

function pathOf(folder: string, name: string, number: number): string {
  return join(folder, `${name}.lease.${number}`);
}

function numbersOf(folder: string, name: string): number[] {
  const prefix = `${name}.lease.`;
  return readdirSync(folder)
    .filter((file) => file.startsWith(prefix))
    .map((file) => Number(file.slice(prefix.length)))
    .filter(Number.isSafeInteger);
}

function highestOf(folder: string, name: string): number {
  return Math.max(0, ...numbersOf(folder, name));
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process has removed it, or has it open: only the highest number counts.
  }
}
