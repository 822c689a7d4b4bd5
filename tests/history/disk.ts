import type * as NodeFs from "node:fs";
import { join } from "node:path";

/** A call of the file system by one process. */
export interface FileCall {
  name: string;
  /** Whether it needs space on the disk. */
  writes: boolean;
  /** Whether it waits for the disk. */
  syncs: boolean;
}

/** The outcome of a call: it runs, it does nothing, it fails, or half of it is written and then it fails. */
export type Verdict = "runs" | "does nothing" | { error: string; isTorn?: boolean };

/** One process's view of a folder: `path` exists for it alone, and is `folder`. */
export interface Disk {
  path: string;
  folder: string;
  before(call: FileCall): Verdict;
  after(call: FileCall): void;
  wallClock(): number;
}

type Function_ = (...args: unknown[]) => unknown;
interface OpenFile {
  disk: Disk;
  file: number;
  path: string;
}

/** Beyond any number of the system's own, so that a number is never used for two files. */
const FIRST_FILE = 1_000_000;

/** A part of the message of each error that a test caused. */
export const MADE_TO_FAIL = "made to fail";

const WRITES = /^(write|open|link|copyFile|mkdir|rename|append|truncate|ftruncate)/;

const disks = new Map<string, Disk>();
const files = new Map<number, OpenFile>();
const writtenAt = new Map<string, number>();
let lastFile = FIRST_FILE;

export function mount(disk: Disk): void {
  disks.set(disk.path, disk);
}

/** Closes what processes have left open, and forgets all views. */
export function unmountAll(close: (file: number) => void): void {
  for (const { file } of files.values()) close(file);
  files.clear();
  disks.clear();
  writtenAt.clear();
}

/** The names of the files that a process has open. */
export function openedBy(disk: Disk): string[] {
  return [...files.values()].filter((it) => it.disk === disk).map(({ path }) => path);
}

/** Node's file system, in which processes have their views. Elsewhere it is as it was. */
export function watchedFs(real: typeof NodeFs): Record<string, unknown> {
  const functions = Object.entries(real).filter(([, it]) => typeof it === "function");
  const watched = Object.fromEntries(
    functions.map(([name, run]) => [
      name,
      name.startsWith("_") || /^[A-Z]/.test(name) ? run : watch(name, run as Function_),
    ]),
  );
  return { ...real, ...watched, default: { ...real, ...watched } };
}

function watch(name: string, run: Function_): Function_ {
  return (...args) => {
    const opened = typeof args[0] === "number" ? files.get(args[0]) : undefined;
    const disk = opened?.disk ?? diskOf(args[0]) ?? diskOf(args[1]);
    if (!disk) return run(...args);
    const callback = typeof args.at(-1) === "function" ? (args.at(-1) as Function_) : undefined;
    if (!callback) return call(disk, name, run, args, opened);
    let outcome: unknown[];
    try {
      outcome = [null, call(disk, name, () => undefined, args, opened)];
    } catch (error) {
      outcome = [error];
    }
    setImmediate(() => callback(...outcome));
  };
}

function call(disk: Disk, name: string, run: Function_, args: unknown[], opened?: OpenFile): unknown {
  const isForReading = name.startsWith("open") && args[1] === "r";
  const described: FileCall = {
    name,
    writes: WRITES.test(name) && !isForReading,
    syncs: /^f(data)?sync/.test(name),
  };
  const own = args.map((arg) => inFolder(disk, arg));
  if (opened) own[0] = opened.file;
  const verdict = disk.before(described);
  // It never throws.
  if (name === "existsSync" && verdict !== "runs") return false;
  if (verdict === "does nothing") return undefined;
  if (verdict !== "runs") {
    if (verdict.isTorn && name === "writeSync" && typeof own[1] === "string")
      run(own[0], own[1].slice(0, own[1].length / 2), ...own.slice(2));
    throw Object.assign(new Error(`${verdict.error}: ${MADE_TO_FAIL}, ${name}`), { code: verdict.error });
  }
  const result = described.syncs ? undefined : run(...withoutFlush(name, own));
  const path = opened?.path ?? String(own[0]);
  if (described.writes) writtenAt.set(path, disk.wallClock());
  if (name === "closeSync") files.delete(args[0] as number);
  disk.after(described);
  if (name === "openSync") {
    lastFile += 1;
    files.set(lastFile, { disk, file: result as number, path });
    return lastFile;
  }
  // A file that there is not may have no status, instead of an error.
  if (/^f?statSync$/.test(name) && result !== undefined)
    (result as NodeFs.Stats).mtimeMs = writtenAt.get(path) ?? 0;
  return result;
}

/** Nothing here outlives the machine. */
function withoutFlush(name: string, args: unknown[]): unknown[] {
  return name === "writeFileSync" ? [args[0], args[1], { ...(args[2] as object), flush: false }] : args;
}

function diskOf(path: unknown): Disk | undefined {
  if (typeof path !== "string") return undefined;
  return [...disks.values()].find((disk) => path === disk.path || path.startsWith(join(disk.path, "/")));
}

function inFolder(disk: Disk, arg: unknown): unknown {
  return typeof arg === "string" && arg.startsWith(disk.path)
    ? disk.folder + arg.slice(disk.path.length)
    : arg;
}
