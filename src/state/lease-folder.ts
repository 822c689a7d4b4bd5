import { lstatSync, readdirSync, readFileSync, statSync, unlinkSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import type { Clock } from "../timesheet/clock.ts";
import { LEASE_DIGITS } from "../timesheet/journal/entry-numbers.ts";
import { LEASE_EXPIRY_MS } from "../timesheet/timeline.ts";
import { isCode } from "./files.ts";

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

const LEASE_NUMBER = /^[1-9]\d*$/;

class UnusableLease extends Error {}

/** Replaces the content of a lease's file. @throws an error of the file system */
export function writeLease(file: number, isReleased: boolean, heartbeatAt: number): void {
  const content: LeaseContent = { pid: process.pid, host: HOST, heartbeatAt, isReleased };
  const text = JSON.stringify(content).padEnd(LENGTH);
  if (writeSync(file, text, 0) < LENGTH) throw new Error("short write");
}

/**
 * Whether the lease at a path is released, its process has ended, or it has expired.
 *
 * @throws for a young one of another user that cannot be read, and for what is no file: it may be there again and again
 */
export function isFree(path: string, clock: Clock): boolean {
  let content: LeaseContent | undefined;
  try {
    if (!lstatSync(path).isFile()) throw new UnusableLease(`${basename(path)} is no file`);
    content = parseContent(readFileSync(path, "utf8"));
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    if (isAbandoned(path, clock)) return true;
    if (error instanceof UnusableLease || isCode(error, "EACCES")) throw error;
    return false;
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

export function pathOf(folder: string, name: string, number: number): string {
  return join(folder, `${name}.lease.${number}`);
}

/**
 * The numbers of the leases with a name that a folder has. A folder in it counts as one that expires, but not with the last number,
 * since it is not removed.
 *
 * @throws an error of the file system
 */
export function numbersOf(folder: string, name: string): number[] {
  const prefix = `${name}.lease.`;
  return readdirSync(folder)
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length))
    .filter((number) => LEASE_NUMBER.test(number) && number.length <= LEASE_DIGITS)
    .map(Number)
    .filter((number) => number < LAST_NUMBER || !isFolder(pathOf(folder, name, number)));
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process has removed it, or has it open: only the highest number counts.
  }
}
