import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Runs instead of a call of the file system. */
type Act = (name: string, args: readonly unknown[], run: () => unknown) => unknown;

const { watchDisk } = createRequire(import.meta.url)("./watched-disk.cjs") as {
  watchDisk(folder: string, act: Act): () => void;
};

/** Holds the replacement of the file system's calls for the asynchronous context of each test. */
const disks = new AsyncLocalStorage<Act>();

/** The error of a call that the system refuses. */
export function refusal(code: string): Error {
  return Object.assign(new Error(`${code}: refused by the test`), { code });
}

/** Refuses calls of these names that `isRefused` selects by their count, and counts them all. */
export function refusing(names: string | string[], code = "EIO", isRefused = (_call: number) => true) {
  const act = Object.assign(
    (name: string, _: unknown, run: () => unknown) => {
      if (![names].flat().includes(name)) return run();
      act.calls += 1;
      if (isRefused(act.calls)) throw refusal(code);
      return run();
    },
    { calls: 0 },
  );
  return act;
}

/** Notes the name of each call. */
export const noting = (names: string[]) => (name: string, _: unknown, run: () => unknown) => {
  names.push(name);
  return run();
};

/** A folder until the running test ends. */
export function watchedFolder() {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-disk-"));
  const stopWatching = watchDisk(folder, (name, args, run) => {
    const act = disks.getStore() ?? ((_, __, callThrough) => callThrough());
    if (name !== "fdatasync") return act(name, args, run);
    // A real flush would take hours on a virtual clock. A test may make it slow.
    const done = args[1] as (error?: unknown) => void;
    return void Promise.resolve()
      .then(() => act(name, args, () => undefined))
      .then(() => done(), done);
  });
  onTestFinished(() => {
    stopWatching();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    /** Whether what runs was started by `on`. */
    isOn: () => disks.getStore() !== undefined,
    /** Runs something, and all that it starts, with this instead of its calls on the folder. */
    on: <Result>(act: Act, run: () => Result): Result => disks.run(act, run),
  };
}
