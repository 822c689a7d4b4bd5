import * as fs from "node:fs";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mount, openedBy, unmountAll, type Verdict, watchedFs } from "../../history/disk.ts";

const watched = watchedFs(fs) as unknown as typeof fs;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tempofiller-disk-"));
});

afterEach(() => {
  unmountAll(fs.closeSync);
  rmSync(folder, { recursive: true });
});

/** A view of the folder whose calls meet these verdicts in turn, and then run. */
function view(name: string, ...verdicts: Verdict[]) {
  const calls: string[] = [];
  const disk = {
    path: join(folder, "..", `view of ${name}`),
    folder,
    before: ({ name: call }: { name: string }) => {
      calls.push(call);
      return verdicts.shift() ?? "runs";
    },
    after: () => {},
    wallClock: () => 5000,
  };
  mount(disk);
  return { disk, calls, file: join(disk.path, "file") };
}

test("two processes see one folder under paths of their own", () => {
  watched.writeFileSync(view("one").file, "text");
  expect(watched.readFileSync(view("another").file, "utf8")).toBe("text");
});

test("a call that is to fail throws its code, and does nothing", () => {
  const { file } = view("one", { error: "ENOSPC" });
  expect(() => watched.writeFileSync(file, "text")).toThrow(expect.objectContaining({ code: "ENOSPC" }));
  expect(watched.existsSync(file)).toBe(false);
});

test("a write that is torn leaves half of it", () => {
  const { file } = view("one", "runs", { error: "EIO", isTorn: true });
  const opened = watched.openSync(file, "w");
  expect(() => watched.writeSync(opened, "abcdef")).toThrow(expect.objectContaining({ code: "EIO" }));
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("abc");
});

test("a number of a file is never used again, so a process that holds on to one writes into no other file", () => {
  const { disk, file } = view("one");
  const first = watched.openSync(file, "w");
  watched.closeSync(first);
  const second = watched.openSync(file, "w");
  expect(second).not.toBe(first);
  expect(openedBy(disk)).toEqual([join(folder, "file")]);
});

test("a file was written when the process's wall clock said so", () => {
  const { file } = view("one");
  watched.writeFileSync(file, "text");
  expect(watched.statSync(file).mtimeMs).toBe(5000);
});

test("a file that does not exist has no status where none is asked for", () => {
  expect(watched.statSync(view("one").file, { throwIfNoEntry: false })).toBeUndefined();
});

test("waiting for the disk takes no real time, in either form", async () => {
  const { calls, file } = view("one");
  const opened = watched.openSync(file, "w");
  watched.fdatasyncSync(opened);
  await new Promise<void>((resolve, reject) => {
    watched.fdatasync(opened, (error) => (error ? reject(error) : resolve()));
  });
  expect(calls).toEqual(["openSync", "fdatasyncSync", "fdatasync"]);
});

test("other paths are as they were", () => {
  view("one", { error: "EIO" });
  watched.writeFileSync(join(folder, "other"), "text");
  expect(readFileSync(join(folder, "other"), "utf8")).toBe("text");
});
