import * as fs from "node:fs";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mount, unmountAll, type Verdict, watchedFs } from "../../history/disk.ts";

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

test("waiting for the disk takes no real time, in either form", async () => {
  const { calls, file } = view("one");
  const opened = watched.openSync(file, "w");
  watched.fdatasyncSync(opened);
  await new Promise<void>((resolve, reject) => {
    watched.fdatasync(opened, (error) => (error ? reject(error) : resolve()));
  });
  expect(calls).toEqual(["openSync", "fdatasyncSync", "fdatasync"]);
});
