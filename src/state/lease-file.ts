import {
  closeSync,
  ftruncateSync,
  futimesSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { type Clock, gapSince, type Moment, momentOf } from "../timesheet/clock.ts";
import { LEASE_DIGITS } from "../timesheet/ledger/numbers.ts";
import { cancelledBeforeSending, leaseLost } from "../timesheet/not-sent.ts";
import type { CallScope } from "../timesheet/port.ts";
import { LEASE_EXPIRY_MS, LEASE_FENCE_MS, LEASE_HEARTBEAT_MS, LEASE_POLL_MS } from "../timesheet/timeline.ts";
import { attempt, FILE_MODE, isCode, makeFolder } from "./files.ts";
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

/** No number can follow it, so its file is removed once it is free, and the numbers begin again. Only a damaged or planted file has it. */
export const LAST_NUMBER = 10 ** LEASE_DIGITS - 1;

class UnusableLease extends Error {}

export interface LeaseFile extends HeldLease {
  /** Greater than that of each lease before. */
  number: number;
  /** Looks whether another process has followed, which it may have although no clock has moved here. `mayWrite` asks the clocks alone. */
  isHeld(): boolean;
}

/** Reports an error of the disk that does not keep a process from writing. */
export type Report = (error: unknown) => void;

/**
 * A lease as files in a folder, `NAME.lease.1`, `NAME.lease.2` and so on: the process that creates the next number has it. A number is
 * created exclusively and not used again, so two processes cannot both have the highest one. The holder confirms it every
 * LEASE_HEARTBEAT_MS; the next number may be created once the highest is released, its process has ended, or it has expired.
 *
 * @param folder is made if it does not exist
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
  const pathOf = (number: number) => join(folder, `${name}.lease.${number}`);
  const numbers = () => numbersIn(folder, name);
  let lease: LeaseFile | undefined;
  try {
    for (;;) {
      const found = numbers();
      const highest = Math.max(0, ...found);
      if (lease?.number === highest) {
        // Another process may have removed it, or have it open: only the highest number counts.
        for (const old of found) if (old < highest) attempt(() => unlinkSync(pathOf(old)));
        const held = lease;
        lease = undefined;
        return held;
      }
      if (lease && lease.number < highest) {
        await lease.release();
        lease = undefined;
      } else if (!lease && (highest === 0 || isFree(pathOf(highest), clock))) {
        if (highest === LAST_NUMBER) rmSync(pathOf(highest), { force: true, recursive: true });
        else lease = create(pathOf(highest + 1), highest + 1, numbers, clock, report);
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

function numbersIn(folder: string, name: string): number[] {
  const prefix = `${name}.lease.`;
  return filesIn(folder)
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length))
    .filter((number) => /^[1-9]\d*$/.test(number) && number.length <= LEASE_DIGITS)
    .map(Number);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
    makeFolder(folder);
    return [];
  }
}

/**
 * Whether the lease at a path is released, its process has ended, or it has expired.
 *
 * @throws for a young one of another user that cannot be read, and for what is no file: it may be there again and again
 */
function isFree(path: string, clock: Clock): boolean {
  try {
    if (!lstatSync(path).isFile()) throw new UnusableLease(`${basename(path)} is no file`);
    const { pid, host, heartbeatAt, isReleased } = JSON.parse(readFileSync(path, "utf8")) as LeaseContent;
    // It was not written yet, or the disk has lost it.
    if (typeof heartbeatAt !== "number") throw new Error("no lease");
    if (isReleased || Math.abs(clock.wallClock() - heartbeatAt) > LEASE_EXPIRY_MS) return true;
    return host === HOST && !isRunning(pid);
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    if (isAbandoned(path, clock)) return true;
    if (error instanceof UnusableLease || isCode(error, "EACCES")) throw error;
    return false;
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

/** Creates the lease of a number, beside those that there are. Undefined if another process was faster. @throws an error of the file system, with no file left */
function create(
  path: string,
  number: number,
  numbers: () => number[],
  clock: Clock,
  report: Report,
): LeaseFile | undefined {
  const ended = new AbortController();
  let file: number;
  let heartbeatAt = momentOf(clock);
  let isLost = false;

  function write(isReleased: boolean, { wallClock }: Moment): void {
    const content: LeaseContent = { pid: process.pid, host: HOST, heartbeatAt: wallClock, isReleased };
    const text = JSON.stringify(content).padEnd(LENGTH);
    if (writeSync(file, text, 0) < LENGTH) throw new Error("short write");
  }

  function mayWrite(): boolean {
    isLost ||= gapSince(heartbeatAt, clock) > LEASE_FENCE_MS;
    return !isLost && !ended.signal.aborted;
  }

  /** Its number alone may be the highest: processes that follow remove the files of those before. A folder that cannot be read says nothing. */
  function isFollowed(): boolean {
    let highest = number;
    attempt(() => {
      highest = Math.max(0, ...numbers());
    });
    return highest !== number;
  }

  function isHeld(): boolean {
    isLost ||= mayWrite() && isFollowed();
    return mayWrite();
  }

  /** A confirmation that fails is tried again with the next one. */
  async function keepAlive(): Promise<void> {
    for (;;) {
      await clock.sleep(LEASE_HEARTBEAT_MS, ended.signal);
      if (!isHeld()) return;
      const now = momentOf(clock);
      if (attempt(() => write(false, now), report)) heartbeatAt = now;
    }
  }

  try {
    file = openSync(path, "wx", FILE_MODE);
  } catch (error) {
    if (isCode(error, "EEXIST")) return undefined;
    throw error;
  }
  try {
    write(false, heartbeatAt);
  } catch (error) {
    closeSync(file);
    attempt(() => unlinkSync(path));
    throw error;
  }
  void keepAlive();
  return {
    number,
    mayWrite,
    isHeld,
    async confirm() {
      if (!isHeld()) throw leaseLost();
    },
    async release() {
      if (ended.signal.aborted) return;
      ended.abort("released");
      if (!attempt(() => write(true, heartbeatAt), report)) abandon(file);
      attempt(() => closeSync(file), report);
    },
  };
}

/** Leaves a file that is no lease and looks old, so that others need not wait until the lease has expired. */
function abandon(file: number): void {
  attempt(() => ftruncateSync(file, 0));
  attempt(() => futimesSync(file, 0, 0));
}
